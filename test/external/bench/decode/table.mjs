// All figures as two tables, of several Nodes and of Chromium: `node table.mjs [chromium]`. With UPDATE=1 they
// replace those in docs/decoding.md. Each library has processes of its own, because how fast memory comes is
// decided anew in each; the figure is the middle of all processes.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import path from 'node:path'
import { BESIDE, inChromium } from './browser.mjs'

const NODES = ['20', '24', '26']
const LIBRARIES = ['tagwire', 'cosmjs', 'zod', 'protobuf']
/** Processes of each library on each Node. */
const PROCESSES = Number(process.env.PROCESSES ?? 3)
const page = path.join(import.meta.dirname, '../../../../docs/decoding.md')
const head = [
  'total ÷ `JSON.parse` (encoding ÷ decoding)',
  'tagwire',
  'cosmjs 0.39',
  'zod 4.6 codecs',
  'protobuf-es 2.17',
]
const answers = { block_results: '`block_results`', block: '`block` of 500 × 3 kB' }

function inNode(version, library) {
  const args = ['-y', '-p', `node@${version}`, 'node', 'speed.mjs', library, '--json']
  return JSON.parse(execFileSync('npx', args, { cwd: import.meta.dirname, encoding: 'utf8' }))
}

const typical = (values) => values.toSorted((left, right) => left - right)[values.length >> 1]

/** `1.02 (1.35)`: total ÷ `JSON.parse`, and encoding ÷ decoding. */
function shown(figures) {
  const total = typical(figures.map((each) => each.total)).toFixed(2)
  const [{ encode }] = figures
  return encode === undefined
    ? total
    : `${total} (${typical(figures.map((each) => each.encode)).toFixed(2)})`
}

const load = loadavg()[0].toFixed(1)
const runs = []
for (let turn = 0; turn < PROCESSES; turn++) {
  for (const version of NODES) {
    // Each has its turn at each place in the row.
    for (let at = 0; at < LIBRARIES.length; at++) {
      const library = LIBRARIES[(turn + at) % LIBRARIES.length]
      runs.push({ version, library, ...inNode(version, library) })
    }
  }
  console.error(`${turn + 1} of ${PROCESSES} done`)
}
const kinds = ['with', 'without']
const browsers = []
for (const kind of kinds) {
  browsers.push({ kind, ...(await inChromium(process.argv[2] ?? 'chromium', kind)) })
}

const rows = Object.entries(answers).flatMap(([name, title]) => [
  ...NODES.map((version) => {
    const [{ node }] = runs.filter((run) => run.version === version)
    const cells = LIBRARIES.map((library) => {
      const own = runs.filter((run) => run.version === version && run.library === library)
      return shown(own.map((run) => run.answers[name]))
    })
    return [`${title}, Node ${node.replace(/^v|\.\d+$/g, '')}`, ...cells]
  }),
  ...browsers.map(({ kind, version, ratios }) => {
    const where = `${title}, ${version}${kind === 'with' ? '' : ' without base64 of its own'}`
    return [where, ratios[name].toFixed(2), '–', '–', '–']
  }),
])

const titles = {
  block: 'tagwire',
  'base64-js': 'base64-js 1.5, transactions alone',
  'js-base64': 'js-base64 3.9, transactions alone',
  '@scure/base': '@scure/base 2.4, transactions alone',
  memory: 'memory for the transactions, empty',
  characters: 'such memory, and `TextEncoder` for the characters',
}
const besides = ['block', ...BESIDE].map((each) => [
  titles[each],
  ...browsers.map(({ ratios }) => ratios[each].toFixed(2)),
])
const [{ version }] = browsers
const headBesides = [`\`block\` in ${version}, total ÷ \`JSON.parse\``, 'its own base64', 'without']

function tableOf(head, rows) {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at].length)))
  const line = (cells) => `| ${cells.map((cell, at) => cell.padEnd(widths[at])).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [line(head), rule, ...rows.map(line), ''].join('\n')
}

const tables = [
  [/^\| total ÷ `JSON\.parse`.*\n(?:\|.*\n)+/m, tableOf(head, rows)],
  [/^\| `block` in Chrome.*\n(?:\|.*\n)+/m, tableOf(headBesides, besides)],
]
for (const [, table] of tables) console.log(table)
console.log(`load when it began: ${load}`)

if (process.env.UPDATE) {
  let text = readFileSync(page, 'utf8')
  for (const [pattern, table] of tables) {
    text = text.replace(pattern, () => table)
    if (!text.includes(table)) throw new Error('docs/decoding.md has no such table')
  }
  writeFileSync(page, text)
  console.log('written into docs/decoding.md')
}
