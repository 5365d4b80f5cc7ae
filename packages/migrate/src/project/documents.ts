import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { MigrationError } from '../errors.js'
import { type Edit, type Finding, locationIn, type Rewrite, type SourceLocation } from '../plan.js'
import { flagNotes, type Invocation, readInvocation } from './flags.js'
import type { Manifest, Script } from './manifest.js'
import { redoclyApis, UnreadLine } from './redocly.js'
import { argumentsOf, type Command, commandsIn } from './shell.js'

/** A document, and the file that openapi-typescript writes for it. */
export interface Drawing {
  /** Relative to the project, or a URL. */
  readonly spec: string
  /** Relative to the project. */
  readonly schemaFile: string
  readonly flags: ReadonlyMap<string, boolean>
  readonly location: SourceLocation
  /** A name that somebody chose: that of the entry in redocly.yaml. */
  readonly name: string | undefined
}

/** A command of a script that is replaced, once the names of the documents are known. */
interface Call {
  readonly script: Script
  readonly command: Command
  readonly drawings: readonly Drawing[]
  readonly checks: boolean
}

export interface FoundDocuments {
  readonly drawings: readonly Drawing[]
  readonly calls: readonly Call[]
  readonly findings: readonly Finding[]
}

const PROGRAM = 'openapi-typescript'

export function isUrl(spec: string): boolean {
  return /^https?:\/\//i.test(spec)
}

/** The documents of all scripts, and what of the scripts cannot be rewritten. */
export function findDocuments(folder: string, manifest: Manifest): FoundDocuments {
  const drawings: Drawing[] = []
  const calls: Call[] = []
  const findings: Finding[] = []
  for (const script of manifest.scripts) {
    let base = ''
    for (const command of commandsIn(script.value)) {
      if (command.words[0] === 'cd' && !command.isUnsure)
        base = path.posix.join(base, command.words[1] ?? '')
      const words = argumentsOf(command, PROGRAM)
      if (words === undefined) continue
      const location = locationIn(manifest.file, manifest.text, script.start)
      const what = `"${script.name}": ${script.value.slice(command.start, command.end)}`
      const byHand = (todo: string): void => {
        findings.push({ kind: 'by-hand', location, what, todo })
      }
      const invocation = readInvocation(words, command.redirect)
      if (command.isUnsure) {
        byHand(
          'Its words are only known when it runs. Add the document to tagwire.config.ts, and call `tagwire generate` here.',
        )
        continue
      }
      for (const word of invocation.unknown) {
        findings.push({
          kind: 'differs',
          location,
          what: word,
          todo: 'tagwire has no such option.',
        })
      }
      const found = drawingsOf(folder, base, invocation, location)
      if (found.length === 0) {
        byHand(
          'It names no document or no output. Add the document to tagwire.config.ts, and call `tagwire generate` here.',
        )
        continue
      }
      const known = found.map((each) => drawings.find((one) => one.schemaFile === each.schemaFile))
      const other = found.find((each, index) => known[index] && known[index]?.spec !== each.spec)
      if (other) {
        byHand(
          `Another script writes ${other.schemaFile} from another document. For this one, call \`tagwire generate --spec ${other.spec} --out DIR\`.`,
        )
        continue
      }
      drawings.push(...found.filter((_, index) => !known[index]))
      const drawn = found.map((each, index) => known[index] ?? each)
      calls.push({
        script,
        command,
        drawings: drawn,
        checks: invocation.flags.get('check') === true,
      })
    }
  }
  for (const { flags, location } of drawings) {
    for (const { flag, kind, todo } of flagNotes(flags)) {
      const isGiven = flags.has(flag)
      const what = `${flag}${isGiven ? '' : ` (${PROGRAM}'s default)`}`
      findings.push({ kind, location, what, todo })
    }
  }
  return { drawings, calls, findings }
}

function drawingsOf(
  folder: string,
  base: string,
  invocation: Invocation,
  location: SourceLocation,
): Drawing[] {
  const file = redoclyFile(folder, base, invocation.redocly)
  const text = file === undefined ? '' : readFileSync(path.join(folder, file), 'utf8')
  const apis = file === undefined ? [] : readApis(file, text)
  if (file === undefined || apis.length === 0) {
    const { input, output, flags } = invocation
    if (input === undefined || output === undefined || input.includes('*')) return []
    const spec = isUrl(input) ? input : path.posix.join(base, input)
    const schemaFile = path.posix.join(base, output)
    return [{ spec, schemaFile, flags, location, name: undefined }]
  }
  const beside = path.posix.dirname(file)
  return apis.flatMap(({ name, line, root, output, flags }) => {
    if (root === undefined || output === undefined) return []
    const spec = isUrl(root) ? root : path.posix.join(beside, root)
    const all = new Map([...invocation.flags, ...flags])
    const own: SourceLocation = { file, line: line + 1, column: columnOf(text, line) }
    return [{ spec, schemaFile: path.posix.join(beside, output), flags: all, location: own, name }]
  })
}

function columnOf(text: string, line: number): number {
  const [indent = ''] = /^\s*/.exec(text.split(/\r?\n/)[line] ?? '') ?? []
  return indent.length + 1
}

function readApis(file: string, text: string) {
  try {
    return redoclyApis(text)
  } catch (error) {
    if (!(error instanceof UnreadLine)) throw error
    throw new MigrationError({
      code: 'TM1007',
      message: `${file} has a line below \`apis\` that is not a plain key and value`,
      location: { file, line: error.line + 1, column: columnOf(text, error.line) },
      line: text.split(/\r?\n/)[error.line],
      help: 'Write the entry with one key a line, without anchors, lists or braces.',
    })
  }
}

const REDOCLY = ['redocly.yaml', 'redocly.yml', '.redocly.yaml', '.redocly.yml']

function redoclyFile(folder: string, base: string, named: string | undefined): string | undefined {
  const isFile = (file: string): boolean =>
    existsSync(path.join(folder, file)) && statSync(path.join(folder, file)).isFile()
  const below = named === undefined ? base : path.posix.join(base, named)
  if (named !== undefined && isFile(below)) return below
  return REDOCLY.map((name) => path.posix.join(below, name)).find(isFile)
}

/** The scripts with `tagwire` in place of openapi-typescript. */
export function rewriteScripts(
  manifest: Manifest,
  calls: readonly Call[],
  nameOf: (drawing: Drawing) => string,
  all: number,
): { readonly edits: Edit[]; readonly rewrites: Rewrite[] } {
  const edits: Edit[] = []
  const rewrites: Rewrite[] = []
  for (const script of manifest.scripts) {
    const own = calls.filter((call) => call.script === script)
    if (own.length === 0) continue
    let value = script.value
    for (const { command, drawings, checks } of own.toReversed()) {
      const names = drawings.length === all ? [] : drawings.map(nameOf)
      const words = (verb: string, which: readonly string[]): string =>
        ['tagwire', verb, ...which].join(' ')
      const fetched = drawings.filter(({ spec }) => isUrl(spec)).map(nameOf)
      const next = checks
        ? words('check', names)
        : [
            ...(fetched.length > 0 ? [words('update', fetched.length === all ? [] : fetched)] : []),
            words('generate', names),
          ].join(' && ')
      value = value.slice(0, command.start) + next + value.slice(command.end)
      const location = locationIn(manifest.file, manifest.text, script.start)
      rewrites.push({
        location,
        what: `"${script.name}": ${script.value.slice(command.start, command.end)} → ${next}`,
      })
    }
    edits.push({ start: script.start, end: script.end, text: JSON.stringify(value) })
  }
  return { edits, rewrites }
}
