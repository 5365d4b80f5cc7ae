import { createRoutingClient, isApiError, operationKind, transferEventKind } from '@tagwire/routing'
import { mockRouting } from '@tagwire/routing/mock'
import { world } from '@tagwire/routing-sandbox/world'

/** The tables in the README of the sandbox, by name: made by asking it. */
export async function vocabularyTables(): Promise<Readonly<Record<string, string>>> {
  return {
    transactions: table(['`tx_hash`', 'states', 'hops and errors'], await transactionRows()),
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

async function transactionRows(): Promise<string[][]> {
  const hashes = (world.answers.status ?? []).flatMap((rule) => {
    const { when }: { when?: unknown } = rule
    const { tx_hash: hash }: { tx_hash?: unknown } = { ...Object(when) }
    return typeof hash === 'string' && !/^[0-9A-F]{64}$/.test(hash) ? [hash] : []
  })
  return Promise.all(hashes.map(transactionRow))
}

const STEPS = 8

async function transactionRow(hash: string): Promise<string[]> {
  const client = freshClient()
  const states: string[] = []
  let what = ''
  for (let step = 0; step < STEPS; step++) {
    try {
      const now = await client.status({ tx_hash: hash, chain_id: 'cosmoshub-4' })
      states.push(now.state ?? '')
      const [transfer] = now.transfers ?? []
      const hops = (transfer?.transfer_sequence ?? []).map((each) => transferEventKind(each) ?? '')
      what = [hops.map((hop) => `\`${hop}\``).join(', '), transfer?.error?.message ?? '']
        .filter(Boolean)
        .join(': ')
    } catch (error) {
      if (!isApiError(error)) throw error
      states.push(`${error.status}`)
    }
  }
  const changes = states.filter((state, index) => state !== states[index - 1])
  return [`\`${hash}\``, changes.map((each) => `\`${each}\``).join(' → '), what || '–']
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
    const { operations } = await freshClient().route({ ...pair, amount_in: '1000000' })
    const kinds = operations.map((each) => `\`${operationKind(each) ?? ''}\``)
    return { refused: false, text: kinds.join(', ') }
  } catch (error) {
    if (!isApiError(error)) throw error
    return { refused: true, text: `${error.status} ${error.reason ?? error.body?.message}` }
  }
}
