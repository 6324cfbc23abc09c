/* Asks the kernel for what the document left out: questions by number, texts gathered so that one message asks for many. */

/** The answer to a question, as `explorer.views.answers` gives it. */
interface Answer {
  readonly number?: unknown;
  readonly texts?: unknown;
  readonly report?: unknown;
}

interface Waiting {
  readonly take: (answer: Answer) => void;
  readonly fail: (error: Error) => void;
}

/** Sends questions through `send`; what comes back goes into `hear`. */
export class Asker {
  private number = 0;
  private readonly waiting = new Map<number, Waiting>();
  private keys = new Map<string, ((text: string | null) => void)[]>();

  constructor(private readonly send: (question: Record<string, unknown>) => void) {}

  /** The text under `key`. Rejects when the kernel has none or is gone. */
  async text(key: string): Promise<string> {
    const text = await new Promise<string | null>((resolve) => {
      if (this.keys.size === 0) queueMicrotask(() => void this.askForTexts());
      this.keys.set(key, [...(this.keys.get(key) ?? []), resolve]);
    });
    if (text === null) throw new Error('The kernel no longer has this text.');
    return text;
  }

  /** The whole document, without its texts. */
  async report(): Promise<unknown> {
    return (await this.ask({ kind: 'report' })).report;
  }

  /** Takes a message of the kernel; false when it answers nothing. */
  hear(message: unknown): boolean {
    const answer = message as Answer | null;
    const number = typeof answer?.number === 'number' ? answer.number : -1;
    const waiting = this.waiting.get(number);
    if (!answer || !waiting) return false;
    this.waiting.delete(number);
    waiting.take(answer);
    return true;
  }

  /** The kernel is gone: everything still asked for fails. */
  close(): void {
    for (const { fail } of this.waiting.values()) fail(new Error('The kernel is gone.'));
    this.waiting.clear();
  }

  private ask(question: Record<string, unknown>): Promise<Answer> {
    this.number += 1;
    const number = this.number;
    return new Promise((take, fail) => {
      this.waiting.set(number, { take, fail });
      this.send({ ...question, number });
    });
  }

  private async askForTexts(): Promise<void> {
    const asked = this.keys;
    this.keys = new Map();
    const texts = await this.ask({ kind: 'texts', keys: [...asked.keys()] }).then(
      (answer) => answer.texts,
      () => null,
    );
    for (const [key, resolvers] of asked) {
      const text: unknown = isMap(texts) && Object.hasOwn(texts, key) ? texts[key] : null;
      for (const resolve of resolvers) resolve(typeof text === 'string' ? text : null);
    }
  }
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
