// All figures as a table, of several Nodes and of Chromium: `node table.mjs [chromium]`. With UPDATE=1 it replaces
// the one in docs/decoding.md.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inChromium } from './browser.mjs'

const NODES = ['20', '24', '26']
const page = path.join(import.meta.dirname, '../../../../docs/decoding.md')
const head = [
  'total ÷ `JSON.parse` (encoding ÷ decoding)',
  'tagwire',
  'cosmjs 0.39',
  'zod 4.6 codecs',
  'protobuf-es 2.17',
]
const answers = { block_results: '`block_results`', block: '`block` of 500 × 3 kB' }

function inNode(version) {
  const args = ['-y', '-p', `node@${version}`, 'node', 'speed.mjs', '--json']
  const text = execFileSync('npx', args, { cwd: import.meta.dirname, encoding: 'utf8' })
  return JSON.parse(text)
}

const measured = NODES.map((version) => {
  const result = inNode(version)
  console.error(`node ${result.node} done, load ${result.load}`)
  return result
})
const kinds = ['with', 'without']
const browsers = []
for (const kind of kinds) {
  browsers.push({ kind, ...(await inChromium(process.argv[2] ?? 'chromium', kind)) })
}

const rows = Object.entries(answers).flatMap(([name, title]) => [
  ...measured.map(({ node, rows }) => {
    const { tagwire, cosmjs, zod, protobuf } = rows.find(({ answer }) => answer === name)
    return [`${title}, Node ${node.replace(/^v|\.\d+$/g, '')}`, tagwire, cosmjs, zod, protobuf]
  }),
  ...browsers.map(({ kind, version, ratios }) => {
    const where = `${title}, ${version}${kind === 'with' ? '' : ' without base64 of its own'}`
    return [where, ratios[name].toFixed(2), '–', '–', '–']
  }),
])

const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at].length)))
const line = (cells) => `| ${cells.map((cell, at) => cell.padEnd(widths[at])).join(' | ')} |`
const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
const table = [line(head), rule, ...rows.map(line), ''].join('\n')
console.log(table)
console.log(`load while measuring: ${measured.map(({ load }) => load).join(', ')}`)

if (process.env.UPDATE) {
  const before = readFileSync(page, 'utf8')
  const after = before.replace(/^\| total ÷ `JSON\.parse`.*\n(?:\|.*\n)+/m, () => table)
  if (!after.includes(table)) throw new Error('docs/decoding.md has no such table')
  writeFileSync(page, after)
  console.log('written into docs/decoding.md')
}
