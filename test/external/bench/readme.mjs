// Tables of measurements. With UPDATE=1 they are written into a README, between two comments with their name.
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import path from 'node:path'

/** Prints a table, whose columns but the first are numbers, and says when and where it was measured. */
export function report(folder, name, [head, ...rows]) {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at].length)))
  const cell = (text, at) => (at === 0 ? text.padEnd(widths[at]) : text.padStart(widths[at]))
  const line = (cells) => `| ${cells.map(cell).join(' | ')} |`
  const rule = widths.map((width, at) =>
    at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  )
  const table = [line(head), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n')
  const when = new Date().toISOString().slice(0, 10)
  const load = loadavg()[0].toFixed(1)
  const where = `${when}, Node ${process.versions.node}, ${availableParallelism()} cores, load ${load}.`
  const text = `${table}\n\n${where}`
  console.log(`\n${text}`)
  if (process.env.UPDATE) write(path.join(folder, 'README.md'), name, text)
}

function write(file, name, text) {
  const before = readFileSync(file, 'utf8')
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [from, to] = [before.indexOf(start), before.indexOf(end)]
  if (from === -1 || to < from) throw new Error(`${file} has no place for ${name}`)
  writeFileSync(file, `${before.slice(0, from)}${start}\n\n${text}\n\n${before.slice(to)}`)
}
