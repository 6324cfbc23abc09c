/* The kernel's side as the extension sees it: whether Compile Explorer runs there, and a comm for each view. */

import type { Kernel } from '@jupyterlab/services';
import { isMap, PROTOCOL, TARGET } from './protocol';

/** One view's line to the kernel. */
export interface Line {
  readonly send: (message: Record<string, unknown>) => void;
  readonly close: () => void;
}

/** Hears what the kernel says to a view; `closed` when the kernel has nothing more to say. */
export interface Listener {
  readonly heard: (message: Record<string, unknown>) => void;
  readonly closed: () => void;
}

const met = new WeakMap<Kernel.IKernelConnection, KernelSide>();

/** The kernel's side of a connection; the same one each time it is asked for. */
export function meet(kernel: Kernel.IKernelConnection): KernelSide {
  let side = met.get(kernel);
  if (!side) met.set(kernel, (side = new KernelSide(kernel)));
  return side;
}

/**
 * A kernel that runs Compile Explorer says so by opening a comm when the package is loaded, and leaves it open; so a page
 * that comes later finds it in the kernel's list. We answer with a comm of our own: that is how Python knows of us.
 */
export class KernelSide {
  private here = false;
  private readonly waiting = new Set<() => void>();
  private readonly watching = new Map<string, Listener>();

  constructor(private readonly kernel: Kernel.IKernelConnection) {
    kernel.registerCommTarget(TARGET, (comm, { content }) => this.called(comm, content.data));
    kernel.statusChanged.connect((_, status) => {
      if (status === 'restarting' || status === 'autorestarting') this.here = false;
    });
    void this.look();
  }

  /** Calls `then` once, when Compile Explorer is in the kernel, perhaps at once; until the returned function is called. */
  whenHere(then: () => void): () => void {
    if (this.here) then();
    else this.waiting.add(then);
    return () => void this.waiting.delete(then);
  }

  /** Opens a line for a view of the exploration `id`. */
  open(id: string, listener: Listener): Line {
    const comm = this.kernel.createComm(TARGET);
    comm.onMsg = ({ content }) => {
      if (isMap(content.data)) listener.heard(content.data);
    };
    comm.onClose = () => listener.closed();
    const opened = openOnItsShell(this.kernel, comm, { kind: 'view', id, protocol: PROTOCOL });
    return {
      send: (message) => void opened.then(() => comm.isDisposed || comm.send(message as never)),
      close: () => void opened.then(() => comm.isDisposed || comm.close()),
    };
  }

  /** Listens to the compile that shows itself under `id` while it runs, until the returned function is called. */
  watch(id: string, listener: Listener): () => void {
    this.watching.set(id, listener);
    return () => void this.watching.delete(id);
  }

  private called(comm: Kernel.IComm, data: unknown): void {
    if (!isMap(data) || data['kind'] !== 'live') return this.arrived();
    const listener = () => this.watching.get(String(data['id']));
    comm.onMsg = ({ content }) => {
      if (isMap(content.data)) listener()?.heard(content.data);
    };
    comm.onClose = () => listener()?.closed();
  }

  private arrived(): void {
    this.here = true;
    void openOnItsShell(this.kernel, this.kernel.createComm(TARGET), { kind: 'hello', protocol: PROTOCOL });
    const waiting = [...this.waiting];
    this.waiting.clear();
    for (const then of waiting) then();
  }

  /** Looks for a kernel that was there before this page. */
  private async look(): Promise<void> {
    try {
      await this.kernel.info;
      const { content } = await this.kernel.requestCommInfo({ target_name: TARGET });
      if (content.status === 'ok' && Object.keys(content.comms).length > 0 && !this.here) this.arrived();
    } catch {
      // A kernel that is gone, or that knows no comms: there is nobody to meet.
    }
  }
}

/**
 * Opens `comm`, on its subshell where the kernel has them: opened on the main shell it would wait for the cell that runs,
 * and its messages, which take the subshell, would arrive before it.
 */
async function openOnItsShell(kernel: Kernel.IKernelConnection, comm: Kernel.IComm, data: object): Promise<void> {
  await kernel.info;
  if (kernel.supportsSubshells && comm.commsOverSubshells !== 'disabled') {
    await (comm as { subshellStarted?: Promise<void> }).subshellStarted?.catch(() => null);
  }
  if (!comm.isDisposed && !kernel.isDisposed) comm.open(data as never);
}
