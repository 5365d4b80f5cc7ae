/** What a program knows about where it runs and which server it calls. */
export interface Places {
  readonly part: 'routing' | 'faults' | 'shared' | 'execution' | 'node'
  readonly runtime: string
  /** The scripted server, and one of another origin that it redirects to. */
  readonly scripted: string
  readonly elsewhere: string
  readonly sockets: string
  /** A port that nobody listens on. */
  readonly nobody: string
  readonly node: string
  readonly nodeSockets: string
}

/** What came of one situation. */
export type Row = Readonly<Record<string, unknown>>
export type Table = Readonly<Record<string, Row>>

/** An available runtime. */
export interface Host {
  readonly version: string
  run(places: Places): Promise<Table>
}

export type FoundHost = Host | { readonly missing: string }

/** How long one table may take. */
export const patienceMs = 180_000

export function tableIn(text: string, said = ''): Table {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`no table came back: ${(said || text).slice(-3000)}`)
  }
}
