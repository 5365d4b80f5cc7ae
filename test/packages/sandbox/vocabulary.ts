import { createRoutingClient, isApiError, isWaitFailedError, operationKind } from '@tagwire/routing'
import { mockRouting } from '@tagwire/routing/mock'
import { world } from '@tagwire/routing-sandbox/world'

/** The tables in the README of the sandbox, by name: made by asking it. */
export async function vocabularyTables(): Promise<Readonly<Record<string, string>>> {
  return {
    outcomes: table(['outcome', 'what happens', 'states', '`waitForStatus`'], await outcomeRows()),
    routes: table(['from', 'to', 'answer'], await routeRows()),
    modes: table(
      ['mode', 'what it changes'],
      Object.entries(world.modes).map(([name, { description }]) => [`\`${name}\``, description]),
    ),
  }
}

/** The README with its tables as they are now. */
export function withTables(readme: string, tables: Readonly<Record<string, string>>): string {
  return Object.entries(tables).reduce(
    (text, [name, rows]) =>
      text.replace(
        new RegExp(`<!-- ${name} -->\n[^]*?<!-- end -->`),
        () => `<!-- ${name} -->\n${rows}\n<!-- end -->`,
      ),
    readme,
  )
}

/** With cells of one width, as the formatter leaves them. */
function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((_, at) =>
    Math.max(...[heads, ...rows].map((row) => row[at]?.length ?? 0)),
  )
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const rule = widths.map((width) => '-'.repeat(width))
  return ['', line(heads), line(rule), ...rows.map(line), ''].join('\n')
}

function freshClient() {
  return createRoutingClient({ fetch: mockRouting(), retry: false })
}

/** Long enough to reach the end of every transaction that has one. */
const STEPS = 14

async function outcomeRows(): Promise<string[][]> {
  const outcomes = Object.entries(world.outcomes)
  return Promise.all(
    outcomes.map(async ([name, what]) => [`\`${name}\``, what, ...(await endOf(name))]),
  )
}

/** The states of a transaction that is submitted with an outcome, and how a wait for it ends. */
async function endOf(outcome: string): Promise<[string, string]> {
  const headers = { 'x-tagwire-outcome': outcome }
  const client = createRoutingClient({ fetch: mockRouting(), headers, retry: false })
  const sent = { tx: 'AAAA', chain_id: 'cosmoshub-4' }
  try {
    const { tx_hash } = await client.submit(sent)
    const query = { tx_hash, chain_id: sent.chain_id }
    const states = await statesOf(client, query)
    // From the beginning.
    await client.submit(sent)
    const ends = /COMPLETED|ABANDONED/.test(states.at(-1) ?? '')
    const timeoutMs = ends ? 20_000 : 50
    const how = await client.waitForStatus(query, { intervalMs: 1, timeoutMs }).then(
      () => 'resolves',
      (error: unknown) =>
        isWaitFailedError(error)
          ? `\`${error.name}\`, \`${error.outcome}\``
          : `\`${error instanceof Error ? error.name : String(error)}\``,
    )
    return [states.map((each) => `\`${each}\``).join(' → '), how]
  } catch (error) {
    if (!isApiError(error)) throw error
    return ['–', `is not reached: ${error.status}`]
  }
}

async function statesOf(
  client: ReturnType<typeof createRoutingClient>,
  query: { tx_hash: string; chain_id: string },
): Promise<string[]> {
  const states: string[] = []
  for (let step = 0; step < STEPS; step++) {
    try {
      states.push((await client.status(query)).state ?? '')
    } catch (error) {
      if (!isApiError(error)) throw error
      states.push(`${error.status}`)
    }
  }
  return states.filter((state, index) => state !== states[index - 1])
}

async function routeRows(): Promise<string[][]> {
  const pairs = Object.entries(world.parts).filter(([name]) => name.startsWith('pairs.yaml#/'))
  const rows = await Promise.all(pairs.map(([, pair]) => routeRow(pair)))
  return rows.sort(([left = ''], [right = '']) => (left < right ? -1 : 1))
}

interface Pair {
  readonly source_asset_denom: string
  readonly source_asset_chain_id: string
  readonly dest_asset_denom: string
  readonly dest_asset_chain_id: string
}

function isPair(value: unknown): value is Pair {
  return typeof value === 'object' && value !== null && 'source_asset_denom' in value
}

async function routeRow(pair: unknown): Promise<string[]> {
  if (!isPair(pair)) throw new TypeError('the world has a pair without a source')
  const from = `\`${pair.source_asset_denom}\` on \`${pair.source_asset_chain_id}\``
  const to = `\`${pair.dest_asset_denom}\` on \`${pair.dest_asset_chain_id}\``
  const plain = await answerTo(pair)
  if (!plain.refused) return [from, to, plain.text]
  const options = ['allow_unsafe', 'allow_multi_tx']
  const others = await Promise.all(options.map((name) => answerTo({ ...pair, [name]: true })))
  const allowed = others.flatMap(({ refused, text }, index) =>
    refused ? [] : [`with \`${options[index]}\` ${text}`],
  )
  return [from, to, [plain.text, ...allowed].join('; ')]
}

async function answerTo(pair: Pair): Promise<{ refused: boolean; text: string }> {
  try {
    const { operations } = await freshClient().route({ ...pair, amount_in: '1000000000000000000' })
    const kinds = operations.map((each) => `\`${operationKind(each) ?? ''}\``)
    return { refused: false, text: kinds.join(', ') }
  } catch (error) {
    if (!isApiError(error)) throw error
    return { refused: true, text: `${error.status} ${error.reason ?? error.body?.message}` }
  }
}
