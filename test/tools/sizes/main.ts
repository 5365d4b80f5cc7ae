import path from 'node:path'
import { parseArgs } from 'node:util'
import { budgets, difference, sizeOf } from '../../packages/sizes.js'

/**
 * The sizes of programs in bytes of gzip, their budgets, and with another tree that is built what differs and in which
 * files: what a change cost.
 *
 *     pnpm tool sizes
 *     pnpm tool sizes --against ../base
 */

const { values } = parseArgs({ options: { against: { type: 'string' } } })
const other = values.against === undefined ? undefined : path.resolve(values.against)

const rows = ['| program | bytes | change | budget | left |', '| --- | ---: | ---: | ---: | ---: |']
const files = new Map<string, number>()
for (const budget of budgets) {
  const now = await sizeOf(budget)
  // What the other tree does not have yet has no change.
  const before =
    other === undefined ? undefined : await sizeOf(budget, other).catch(() => undefined)
  const most = budget.most * 1000
  const change = before ? difference(now.bytes, before.bytes) : ''
  rows.push(`| ${budget.what} | ${now.bytes} | ${change} | ${most} | ${most - now.bytes} |`)
  for (const file of new Set([...now.modules.keys(), ...(before?.modules.keys() ?? [])])) {
    if (!before) continue
    const grown = (now.modules.get(file) ?? 0) - (before.modules.get(file) ?? 0)
    if (grown !== 0) files.set(file, grown)
  }
}
const changed = [...files].sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
const lines = changed.map(([file, grown]) => `| \`${file}\` | ${difference(grown, 0)} |`)
const causes = ['', '| file | characters before minification |', '| --- | ---: |', ...lines]
process.stdout.write(`${[...rows, ...(lines.length > 0 ? causes : [])].join('\n')}\n`)
