/* What stands where there is nothing to show: empty, on its way, missing, broken. Left-aligned, and it says why. */

import { Component, type ComponentChildren } from 'preact';
import { CopyButton } from './copy';

/** A title and one sentence that says what would fill it. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="ce-empty">
      <strong>{title}</strong>
      {children && <p>{children}</p>}
    </div>
  );
}

/** Names what is being fetched. Shown only when it takes a while. */
export function Loading({ what }: { readonly what: string }) {
  return (
    <div class="ce-empty ce-loading" role="status">
      <p>
        <span class="ce-spin" /> Fetching {what}
      </p>
    </div>
  );
}

/** A section that could not be read; the rest holds. */
export function Broken({ what, error }: { readonly what: string; readonly error: string }) {
  return (
    <div class="ce-empty ce-broken" role="alert">
      <strong>{what} could not be shown</strong>
      <p>
        {error} The rest is complete. <CopyButton text={`${what}: ${error}`} label="Copy the error" link />
      </p>
    </div>
  );
}

interface SectionProps {
  readonly what: string;
  readonly children: ComponentChildren;
}

/** Keeps a failure inside: one broken section never blanks the rest. */
export class Section extends Component<SectionProps, { error: string | null }> {
  override state = { error: null };

  override componentDidCatch(error: unknown): void {
    this.setState({ error: error instanceof Error ? error.message : String(error) });
  }

  override componentDidUpdate(before: SectionProps): void {
    if (this.state.error !== null && before.what !== this.props.what) this.setState({ error: null });
  }

  override render({ what, children }: SectionProps, { error }: { error: string | null }): ComponentChildren {
    return error === null ? children : <Broken what={what} error={error} />;
  }
}
