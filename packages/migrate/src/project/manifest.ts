import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ts } from 'ts-morph'
import { MigrationError } from '../errors.js'
import { locationIn } from '../plan.js'

/** A script of package.json, and where its value is in the file, quotes included. */
export interface Script {
  readonly name: string
  readonly value: string
  readonly start: number
  readonly end: number
}

export interface Manifest {
  readonly file: string
  readonly text: string
  readonly name: string | undefined
  readonly scripts: readonly Script[]
  /** All kinds of dependencies, with their ranges. */
  readonly dependencies: ReadonlyMap<string, string>
}

const DEPENDENCIES = new Set([
  'dependencies',
  'devDependencies',
  'peerDependencies',
  'optionalDependencies',
])

/** `package.json` of the folder; without one, there is no project. */
export function readManifest(folder: string): Manifest {
  const absolute = path.join(folder, 'package.json')
  if (!existsSync(absolute)) {
    throw new MigrationError({
      code: 'TM1001',
      message: `There is no package.json in ${folder}`,
      help: 'Run it in the folder of the project, or give that folder: npx @tagwire/migrate packages/web',
    })
  }
  return parseManifest('package.json', readFileSync(absolute, 'utf8'))
}

export function parseManifest(file: string, text: string): Manifest {
  const parsed = ts.parseJsonText(file, text)
  const [fault] = faultsOf(parsed)
  const root = parsed.statements[0]?.expression
  if (fault || !root || !ts.isObjectLiteralExpression(root)) {
    const location = locationIn(file, text, fault?.start ?? 0)
    throw new MigrationError({
      code: 'TM1002',
      message: `${file} is not JSON${fault ? `: ${ts.flattenDiagnosticMessageText(fault.messageText, ' ')}` : ''}`,
      location,
      line: text.split('\n')[location.line - 1],
      help: 'Mend it, and run this again.',
    })
  }
  const scripts: Script[] = []
  const dependencies = new Map<string, string>()
  let name: string | undefined
  for (const [key, value] of membersOf(root)) {
    if (key === 'name' && ts.isStringLiteral(value)) name = value.text
    for (const [inner, text] of ts.isObjectLiteralExpression(value) ? membersOf(value) : []) {
      if (!ts.isStringLiteral(text)) continue
      if (DEPENDENCIES.has(key)) dependencies.set(inner, text.text)
      if (key !== 'scripts') continue
      const start = text.getStart(parsed)
      scripts.push({ name: inner, value: text.text, start, end: text.getEnd() })
    }
  }
  return { file, text, name, scripts, dependencies }
}

function membersOf(object: ts.ObjectLiteralExpression): [string, ts.Expression][] {
  return object.properties.flatMap((each) =>
    ts.isPropertyAssignment(each) && ts.isStringLiteral(each.name)
      ? [[each.name.text, each.initializer] satisfies [string, ts.Expression]]
      : [],
  )
}

/** The compiler keeps what it could not parse beside the tree. */
function faultsOf(file: ts.JsonSourceFile): readonly ts.DiagnosticWithLocation[] {
  return 'parseDiagnostics' in file && Array.isArray(file.parseDiagnostics)
    ? file.parseDiagnostics
    : []
}
