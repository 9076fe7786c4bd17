import type { Pack } from './packs.ts';
import type { ClientContext } from './prompt.ts';

export interface ResourceContents {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text?: string;
  /** base64 */
  readonly blob?: string;
}

export interface ResourceLink {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly mimeType?: string;
}

export interface ResourcePage {
  readonly links: readonly ResourceLink[];
  /** Where the next page starts; none on the last. */
  readonly nextCursor?: string;
}

/** A family of things that have an address: one URI, or all that fit a template. */
export interface Resource {
  readonly name: string;
  readonly pack: Pack;
  readonly title: string;
  readonly description: string;
  /** A URI, or an RFC 6570 template with `{name}` (one segment) and `{+name}` (the rest). */
  readonly uri: string;
  readonly mimeType?: string;
  /** What to show in a listing, where not everything that fits the template is worth it. */
  readonly list?: (ctx: ClientContext, cursor?: string) => Promise<ResourcePage> | ResourcePage;
  readonly complete?: Readonly<
    Record<string, (typed: string, ctx: ClientContext) => Promise<readonly string[]> | readonly string[]>
  >;
  /** Throws NOT_FOUND where there is nothing at this address. */
  readonly read: (
    uri: string,
    params: Readonly<Record<string, string>>,
    ctx: ClientContext,
  ) => Promise<readonly ResourceContents[]> | readonly ResourceContents[];
}

export const defineResource = (resource: Resource): Resource => resource;
