import type { ImportDeclarationStructure, InterfaceDeclarationStructure } from '#ts-morph'
import type { Memory } from '../memory.js'
import { layOut, layOutPieces, type SyntaxFault } from './layout.js'
import { printed } from './morph.js'
import { type EmittedModule, isApart, KINDS, type Statement } from './structures.js'
import { lineText } from './text.js'

/** The text of a module, and its syntax errors. */
export interface PrintedModule {
  readonly path: string
  readonly text: string
  /** These can only be faults of ours; a module with one must not be written. */
  readonly faults: readonly SyntaxFault[]
}

/**
 * Prints a module: ts-morph prints its structures, and the formatter breaks the lines. The formatter works in its own
 * threads, so callers should begin each module as soon as they have it. The result is a function that awaits the text.
 */
export async function beginModule(
  module: EmittedModule,
  header = '',
  memory?: Memory,
): Promise<() => Promise<PrintedModule>> {
  // The function below must not keep the structures, which take twice the memory of the text.
  const { path } = module
  const laidOut = await layOutPieces(path, piecesOf(module, header), memory)
  return async () => {
    const { code, faults } = await laidOut()
    return { path, text: code, faults }
  }
}

export async function printModule(module: EmittedModule, header?: string): Promise<PrintedModule> {
  return (await beginModule(module, header))()
}

export async function printModules(
  modules: readonly EmittedModule[],
  header: string,
): Promise<PrintedModule[]> {
  return Promise.all(modules.map((module) => printModule(module, header)))
}

/** The statements and imports of a module, not formatted. */
export function moduleText({ imports, statements }: EmittedModule): string {
  return [...piecesOf({ path: '', imports, statements }, '')].join('\n')
}

/** Prints Markdown unchanged, except that its blocks of TypeScript are formatted like modules. */
export async function printMarkdown(page: Omit<PrintedModule, 'faults'>): Promise<PrintedModule> {
  const faults: SyntaxFault[] = []
  const parts = page.text.split(/^(```ts\n[\s\S]*?^```$)/m)
  const printed = parts.map(async (part) => {
    if (!part.startsWith('```ts\n')) return part
    const code = part.slice('```ts\n'.length, -'```'.length)
    const block = await layOut(`${page.path}.mts`, code)
    faults.push(...block.faults)
    return `\`\`\`ts\n${block.code}\`\`\``
  })
  return { ...page, text: (await Promise.all(printed)).join(''), faults }
}

/**
 * How long a piece is, in characters. Pieces are formatted at the same time, and one whose text did not change since
 * the last run of `--watch` is not formatted again.
 */
const PIECE = { usual: 32_000, most: 128_000 }

/**
 * Statements are separated by empty lines, except imports and lists of exports. A long module is split into pieces,
 * at places that only depend on its text: a change in one piece leaves the others as they are.
 */
function* piecesOf(module: EmittedModule, header: string): Generator<string> {
  const { imports, statements, libraries = [], unchecked } = module
  const references = libraries.map((name) => `/// <reference lib="${name}" />\n`).join('')
  const directive = unchecked === undefined ? '' : `// @ts-nocheck: ${lineText(unchecked)}\n`
  let lines = [header + directive + references, ...imports.map(statementText)]
  let length = 0
  for (const [index, statement] of statements.entries()) {
    const text = statementText(statement)
    if (!isList(statement) || !isList(statements[index - 1])) {
      if (length > PIECE.most || (length > PIECE.usual && mayBegin(text))) {
        yield lines.join('\n')
        lines = []
        length = 0
      } else lines.push('')
    }
    lines.push(text)
    length += text.length
  }
  yield lines.join('\n')
}

/** One statement in eight, whatever precedes it. */
function mayBegin(text: string): boolean {
  let sum = text.length
  for (let at = 0; at < Math.min(text.length, 200); at++) sum += text.charCodeAt(at) * (at % 7)
  return sum % 8 === 0
}

function isList(statement: Statement | undefined): boolean {
  return typeof statement === 'object' && statement.kind === KINDS.export
}

function statementText(statement: Statement | ImportDeclarationStructure): string {
  if (typeof statement === 'string') return statement
  return printed(statement.kind === KINDS.interface ? withAir(statement) : statement)
}

/** The members of an interface, some of them separated by empty lines. */
function withAir(structure: InterfaceDeclarationStructure): InterfaceDeclarationStructure {
  const { properties = [], methods = [] } = structure
  const before = [undefined, ...properties, ...methods]
  const spaced = <Member extends object>(member: Member, index: number): Member =>
    isApart(before[index], member) ? { ...member, leadingTrivia: '\n' } : member
  return {
    ...structure,
    properties: properties.map(spaced),
    methods: methods.map((each, index) => spaced(each, properties.length + index)),
  }
}
