// How large programs are that esbuild makes, and what in them weighs how much. `--write` puts the tables into the
// READMEs of the benches; `--functions NAME` lists every function of one program.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, transform } from 'esbuild'
import { features } from './features.mjs'
import { programs } from './programs.mjs'

const home = import.meta.dirname
const common = { format: 'esm', platform: 'browser', target: 'esnext' }

/** All that a program takes; if it is not minified, each declaration begins a line. */
async function bundled(contents, minify) {
  const stdin = { contents, resolveDir: path.join(home, '../../..') }
  const options = { ...common, stdin, bundle: true, write: false, minify }
  const { outputFiles } = await build(options)
  return outputFiles[0].text
}

/** Bytes of gzip at level 9, without what nothing uses. */
async function sizeOf(text) {
  const { target, format } = common
  const { code } = await transform(text, { target, format, minify: true, treeShaking: true })
  return gzipped(code)
}

function gzipped(code) {
  return gzipSync(code, { level: 9 }).length
}

/** The declarations at the top, by name; names that bundling numbered are those of the source. */
function declarations(text) {
  const found = []
  const lines = text.split('\n')
  let current
  for (const line of lines) {
    const [, name] = /^(?:async )?(?:function\*?|var|let|const|class) ([\w$]+)/.exec(line) ?? []
    if (name !== undefined) {
      current = { name, plain: name.replace(/\$?\d$/, ''), lines: [] }
      found.push(current)
    } else if (/^[^\s}\])]/.test(line) && !line.startsWith('//')) {
      current = { lines: [] }
      found.push(current)
    }
    if (!line.startsWith('//')) current?.lines.push(line)
  }
  return found
}

function textOf(parts) {
  return parts.flatMap(({ lines }) => lines).join('\n')
}

const used = new Set()

function without(parts, stubs) {
  return parts.map((part) => {
    const name = [part.name, part.plain].find((each) => each && Object.hasOwn(stubs, each))
    if (!name) return part
    used.add(name)
    return { lines: [`var ${part.name} = ${stubs[name]};`] }
  })
}

const sizes = []
for (const { name, what, goal, code } of programs) {
  const parts = declarations(await bundled(code, false))
  const whole = await sizeOf(textOf(parts))
  const weights = []
  for (const { stubs } of features) {
    const changed = without(parts, stubs)
    const isIn = changed.some((part, index) => part !== parts[index])
    weights.push(isIn ? whole - (await sizeOf(textOf(changed))) : undefined)
  }
  const total = gzipped(await bundled(code, true))
  sizes.push({ name, total, goal, weights })
  console.log(`${what}: ${total}, goal ${goal}`)
  if (process.argv.includes(name)) await listFunctions(parts, whole)
}

async function listFunctions(parts, total) {
  const rows = []
  for (const part of parts) {
    if (!part.name) continue
    const stub = { lines: [`var ${part.name} = () => {};`] }
    const rest = parts.map((each) => (each === part ? stub : each))
    rows.push([total - (await sizeOf(textOf(rest))), part.name])
  }
  for (const [bytes, name] of rows.sort(([a], [b]) => b - a))
    console.log(String(bytes).padStart(6), name)
}

const unknown = features
  .flatMap(({ stubs }) => Object.keys(stubs))
  .filter((name) => !used.has(name))
if (unknown.length > 0)
  throw new Error(`features.mjs names what is in no program: ${unknown.join(', ')}`)

/** One table for the programs of one bench, laid out like the rest of its page. */
function table(names) {
  const chosen = sizes.filter(({ name }) => names.includes(name))
  const rows = features.flatMap(({ name, demanded }, index) => {
    const bytes = chosen.map(({ weights }) => weights[index] ?? 0)
    return bytes.every((each) => each < 8) ? [] : [{ bytes, cells: [name, ...bytes, demanded] }]
  })
  rows.sort((a, b) => Math.max(...b.bytes) - Math.max(...a.bytes))
  const all = [
    ['what', ...chosen.map(({ name }) => name), 'what needs it'],
    ['**all together**', ...chosen.map(({ total }) => total), ''],
    ['goal', ...chosen.map(({ goal }) => goal), ''],
    ...rows.map(({ cells }) => cells),
  ].map((cells) => cells.map((cell) => (cell === 0 ? '' : String(cell))))
  const isNumber = (column) => column > 0 && column <= chosen.length
  const widths = all[0].map((_, column) => Math.max(...all.map((cells) => cells[column].length)))
  const line = (cells) => `| ${cells.join(' | ')} |`
  const lines = all.map((cells) =>
    line(
      cells.map((cell, column) =>
        isNumber(column) ? cell.padStart(widths[column]) : cell.padEnd(widths[column]),
      ),
    ),
  )
  const rule = widths.map((width, column) =>
    isNumber(column) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  )
  return [lines[0], line(rule), ...lines.slice(1)].join('\n')
}

for (const [file, names] of [
  ['../http/README.md', ['one call', 'client']],
  ['../rpc/README.md', ['status', 'http', 'webSocket']],
]) {
  const made = table(names)
  console.log(`\n${made}`)
  if (!process.argv.includes('--write')) continue
  const at = path.join(home, file)
  const marked = /(<!-- sizes -->\n).*(\n<!-- \/sizes -->)/s
  const text = readFileSync(at, 'utf8')
  if (!marked.test(text)) throw new Error(`${file} has no place for the table`)
  writeFileSync(
    at,
    text.replace(marked, (_, before, after) => `${before}\n${made}\n${after}`),
  )
}
