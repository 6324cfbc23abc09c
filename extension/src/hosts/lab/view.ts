/* One viewer in JupyterLab: the saved document at first, then what the kernel or the side file adds to it. */

import { effect, signal, untracked } from '@preact/signals';
import type { Message } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';
import { createState, setOptions, type HostActions, type Options, type Setting, type ViewerState } from '../../state';
import { mount } from '../../viewer';
import { Asker } from '../asker';
import { keepKeys } from '../keys';
import { recall, remember } from '../memory';
import { unpack } from './files';
import { liveId } from './protocol';
import type { KernelSide, Line } from './kernel';
import type { Preferences } from './settings';

/** What a viewer stands beside. */
export interface Surroundings {
  readonly preferences: Preferences;
  /** The kernel of the notebook, null when there is none. */
  readonly kernel: () => KernelSide | null;
  /** Calls `then` when the kernel is another one, until the returned function is called. */
  readonly onKernel: (then: () => void) => () => void;
  /** The whole document from a file beside the notebook. Rejects when it is not there. */
  readonly readFile: (name: string) => Promise<unknown>;
  readonly actions: HostActions;
}

/** What is shown: a document and, when a kernel may know more, the id of the exploration. */
export interface Shown {
  readonly document: unknown;
  readonly id: string | null;
  /** The file with the whole document, when the document is an index; null when it is whole, empty when it has none. */
  readonly sideFile: string | null;
}

/** A Lumino widget with the viewer inside. */
export class ViewerWidget extends Widget {
  private readonly document = signal<unknown>(null);
  private readonly state: ViewerState;
  private readonly undo: (() => void)[] = [];
  private line: Line | null = null;
  private asker: Asker | null = null;
  private shown: Shown;

  constructor(
    shown: Shown,
    private readonly around: Surroundings,
    setting: Setting,
    selection: readonly string[] = [],
  ) {
    super();
    this.addClass('ce-lab-view');
    this.shown = shown;
    const actions = { ...around.actions, fetchText: (key: string) => this.text(key) };
    this.state = createState({ ...recall(), selection }, setting, actions);
    this.undo.push(
      effect(() => prefer(this.state, around.preferences.value)),
      keepKeys(this.node),
      remember(this.state),
      effect(() => this.tell(this.state.selection.value)),
      around.onKernel(() => this.connect()),
    );
    void this.start();
  }

  /** Draws the saved document, at once unless it has to be unpacked, and asks for more where there is more. */
  private async start(): Promise<void> {
    const live = liveId(this.shown.document);
    if (live !== null) return this.watch(live);
    await this.take(this.shown);
    if (this.isDisposed) return;
    this.undo.push(mount(this.node, this.document, this.state));
    this.connect();
    if (this.shown.sideFile) void this.readSideFile(this.shown.sideFile);
  }

  /** Follows a compile that still runs: its line at the top, and below what can be read already. */
  private watch(id: string): void {
    const line = document.createElement('p');
    line.className = 'ce-live';
    line.setAttribute('role', 'status');
    line.textContent = 'compiling';
    this.node.append(line);
    this.addClass('ce-lab-live');
    const heard = (message: Record<string, unknown>) => {
      if (typeof message['line'] === 'string') line.textContent = this.state.progress.value = message['line'];
      if (message['kind'] !== 'report') return;
      this.document.value = message['report'];
      if (line.isConnected) this.readable(line);
    };
    const closed = () => {
      line.remove();
      this.state.progress.value = null;
    };
    const stop = this.around.kernel()?.watch(id, { heard, closed });
    if (stop) this.undo.push(stop);
  }

  /** The first report: the viewer takes the place of the line, which it shows itself. */
  private readable(line: HTMLElement): void {
    line.remove();
    this.addClass('ce-readable');
    this.undo.push(mount(this.node, this.document, this.state));
  }

  private async take({ document }: Shown): Promise<void> {
    const unpacked = unpack(document);
    this.document.value = unpacked ? await unpacked.catch(() => document) : document;
  }

  /** What is selected now. */
  get selection(): readonly string[] {
    return this.state.selection.value;
  }

  /** Selects `refs`. */
  select(refs: readonly string[]): void {
    this.state.selection.value = refs;
  }

  /** Shows another document in the same place. */
  replace(shown: Shown): void {
    const again = shown.id !== this.shown.id;
    this.shown = shown;
    void this.take(shown);
    if (again) this.connect();
  }

  override dispose(): void {
    if (this.isDisposed) return;
    for (const undo of this.undo) undo();
    this.line?.close();
    this.asker?.close();
    super.dispose();
  }

  protected override onActivateRequest(message: Message): void {
    super.onActivateRequest(message);
    const first = this.node.querySelector<HTMLElement>('[tabindex="0"], button, a[href]');
    first?.focus();
  }

  /** Opens a line to the kernel as soon as Compile Explorer is there; the document needs none to be read. */
  private connect(): void {
    this.line?.close();
    this.line = null;
    const { id } = this.shown;
    const kernel = this.around.kernel();
    if (id === null || !kernel) return;
    this.undo.push(kernel.whenHere(() => this.open(kernel, id)));
  }

  private open(kernel: KernelSide, id: string): void {
    if (this.isDisposed || this.line) return;
    const line = kernel.open(id, {
      heard: (message) => this.heard(message),
      closed: () => {
        this.line = null;
        this.asker?.close();
      },
    });
    this.line = line;
    this.asker = new Asker((question) => line.send(question));
  }

  private heard(message: Record<string, unknown>): void {
    if (this.asker?.hear(message)) return;
    const refs = Array.isArray(message['refs'] ?? message['selection'])
      ? (message['refs'] ?? message['selection'])
      : null;
    if (message['kind'] === 'select') this.choose(refs as unknown[]);
    if (message['kind'] === 'ready') {
      // What was chosen before there was a line is told now, unless Python has chosen something itself.
      if ((refs as unknown[] | null)?.length) this.choose(refs as unknown[]);
      else if (this.told.length > 0) this.line?.send({ kind: 'select', refs: [...this.told] });
      // A report that was measured after its cell ran is newer than the one in the notebook.
      if (this.shown.sideFile !== null || message['measured'] === true) void this.askForReport();
    }
    if (message['kind'] === 'report') this.document.value = message['report'];
  }

  private choose(refs: readonly unknown[]): void {
    this.state.selection.value = refs.filter((ref): ref is string => typeof ref === 'string');
  }

  private told: readonly string[] = [];

  private tell(refs: readonly string[]): void {
    if (refs.length === this.told.length && refs.every((ref, at) => ref === this.told[at])) return;
    this.told = refs;
    this.line?.send({ kind: 'select', refs: [...refs] });
  }

  private text(key: string): Promise<string> {
    return this.asker ? this.asker.text(key) : Promise.reject(new Error('This text is not in the notebook.'));
  }

  /** Takes the report as the kernel has it now. */
  refresh(): Promise<void> {
    return this.askForReport();
  }

  private async askForReport(): Promise<void> {
    try {
      const report = await this.asker?.report();
      if (report !== undefined) this.document.value = report;
    } catch {
      // The index stays, and says that it is one.
    }
  }

  private async readSideFile(name: string): Promise<void> {
    try {
      this.document.value = await this.around.readFile(name);
    } catch {
      // Moved or never written: the kernel may still know, and the index says what is missing.
    }
  }
}

function prefer(state: ViewerState, preferences: Partial<Options>): void {
  untracked(() => setOptions(state, preferences));
}
