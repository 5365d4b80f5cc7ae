import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type typescript from '../../../generator/node_modules/typescript/lib/typescript.js'
import { cyclesIn } from '../../../generator/src/model/collections/cycles.js'
import { compiler as ts } from '../../property/fixtures/compiler.js'

/**
 * The size and shape of the sources at one or several commits (HEAD by default), as a Markdown table:
 * `pnpm tool house [COMMIT…]`. Decision 0024 shows it for the time before and after the rooms were made.
 */
const repository = fileURLToPath(new URL('../../../', import.meta.url))
const ROOTS = { generator: 'generator/src', runtime: 'packages/runtime/src' }
const LONG = 250

interface Source {
  readonly file: string
  readonly text: string
}

function git(args: readonly string[], input = ''): Buffer {
  return execFileSync('git', args, { cwd: repository, input, maxBuffer: 2 ** 28 })
}

/** The sources of a commit below some folders, read by one process. */
function sourcesAt(commit: string, folders: readonly string[]): Source[] {
  const names = git(['ls-tree', '-r', '--name-only', commit, ...folders])
    .toString()
    .split('\n')
  const files = names.filter((file) => file.endsWith('.ts'))
  const all = git(['cat-file', '--batch'], files.map((file) => `${commit}:${file}\n`).join(''))
  let at = 0
  return files.map((file) => {
    const head = all.indexOf('\n', at)
    const size = Number(all.subarray(at, head).toString().split(' ').at(-1))
    const text = all.subarray(head + 1, head + 1 + size).toString()
    at = head + 1 + size + 1
    return { file, text }
  })
}

function linesOf(text: string): number {
  return text.trimEnd().split('\n').length
}

/** `median / 90th percentile / largest` */
function spread(values: readonly number[]): string {
  const sorted = values.toSorted((left, right) => left - right)
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  return `${at(0.5)} / ${at(0.9)} / ${at(1)}`
}

function functionLines({ file, text }: Source): number[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: number[] = []
  const visit = (node: typescript.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const [first, last] = [node.getStart(source), node.getEnd()].map(
        (position) => source.getLineAndCharacterOfPosition(position).line,
      )
      if (first !== undefined && last !== undefined) found.push(last - first + 1)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Groups of files that import each other, with or without the imports that leave no trace in JavaScript. */
function cyclesOf(sources: readonly Source[], withTypes: boolean): string[][] {
  const graph = new Map(
    sources.map(({ file, text }) => {
      const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
      // What is imported later runs too.
      const later = [...text.matchAll(/\bimport\('(\.[^']+)'\)/g)].map(([, name = '']) => name)
      const imports = [...statements.flatMap((each) => importOf(each, withTypes)), ...later]
      const targets = imports.map((name) =>
        path.posix.join(path.posix.dirname(file), name).replace(/\.js$/, '.ts'),
      )
      return [file, targets] as const
    }),
  )
  return cyclesIn(graph)
}

function importOf(statement: typescript.Statement, withTypes: boolean): string[] {
  const isImport = ts.isImportDeclaration(statement)
  if (!isImport && !ts.isExportDeclaration(statement)) return []
  const { moduleSpecifier } = statement
  if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) return []
  const isType = isImport ? isTypeImport(statement.importClause) : statement.isTypeOnly
  const isOurs = moduleSpecifier.text.startsWith('.')
  return isOurs && (withTypes || !isType) ? [moduleSpecifier.text] : []
}

function isTypeImport(clause: typescript.ImportClause | undefined): boolean {
  if (!clause) return false
  if (clause.isTypeOnly) return true
  const named = clause.namedBindings
  if (clause.name || !named || !ts.isNamedImports(named)) return false
  return named.elements.every((each) => each.isTypeOnly)
}

function foldersOf(sources: readonly Source[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { file } of sources) {
    const folder = path.posix.dirname(file)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return counts
}

function figures(sources: readonly Source[]): Record<string, string> {
  const lines = sources.map(({ text }) => linesOf(text))
  const folders = [...foldersOf(sources).values()]
  const running = cyclesOf(sources, false)
  const typed = cyclesOf(sources, true)
  return {
    'files, lines': `${sources.length}, ${lines.reduce((sum, each) => sum + each, 0)}`,
    'lines per file: median / p90 / largest': spread(lines),
    'lines per function: median / p90 / largest': spread(sources.flatMap(functionLines)),
    [`files of more than ${LONG} lines`]: `${lines.filter((each) => each > LONG).length}`,
    'folders, files in the largest': `${folders.length}, ${Math.max(...folders)}`,
    'import cycles at run time': sizes(running),
    'import cycles including types (files)': sizes(typed),
  }
}

function sizes(found: readonly string[][]): string {
  const files = found.map((each) => each.length).toSorted((left, right) => right - left)
  return files.length === 0 ? '0' : `${files.length} (${files.join(', ')})`
}

function roomLines(sources: readonly Source[]): Record<string, string> {
  const rooms = new Map<string, number>()
  for (const { file, text } of sources) {
    const [room = '', inside] = path.posix.relative(ROOTS.generator, file).split('/')
    const name = inside === undefined ? '(root)' : room
    rooms.set(name, (rooms.get(name) ?? 0) + linesOf(text))
  }
  return Object.fromEntries(
    [...rooms].toSorted().map(([room, lines]) => [`\`${room}\``, `${lines}`]),
  )
}

const commits = process.argv.slice(2)
const shown = commits.length > 0 ? commits : ['HEAD']
const columns = shown.map((commit) => {
  const rows: Record<string, string> = {}
  for (const [name, root] of Object.entries(ROOTS)) {
    const sources = sourcesAt(commit, [root])
    for (const [label, value] of Object.entries(figures(sources))) rows[`${name}: ${label}`] = value
    if (name === 'generator') {
      for (const [room, value] of Object.entries(roomLines(sources)))
        rows[`lines of ${room}`] = value
    }
  }
  return rows
})
const labels = [...new Set(columns.flatMap((rows) => Object.keys(rows)))]
console.log(`| | ${shown.join(' | ')} |`)
console.log(`| --- |${' --- |'.repeat(shown.length)}`)
for (const label of labels) {
  console.log(`| ${label} | ${columns.map((rows) => rows[label] ?? '–').join(' | ')} |`)
}
const last = sourcesAt(shown.at(-1) ?? 'HEAD', ['generator/src', 'packages']).filter(isOurs)
for (const { file, text } of last) {
  if (linesOf(text) > LONG) console.log(`${linesOf(text)} ${file}`)
}

/** Sources that people wrote; generated packages have theirs from an emitter. */
function isOurs({ file, text }: Source): boolean {
  return /^(?:generator|packages\/[^/]+)\/src\//.test(file) && !text.startsWith('// Generated')
}
