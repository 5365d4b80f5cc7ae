import { createRequire } from 'node:module'
import { type FormatConfig, format } from 'oxfmt'
import type * as TsMorph from 'ts-morph'
import type { ImportDeclarationStructure, InterfaceDeclarationStructure } from 'ts-morph'
import { breakComments } from './comment-lines.js'
import { plainText } from './plain-text.js'
import { type EmittedModule, isApart, KINDS, type Statement } from './structures.js'

/**
 * Loaded on demand, because it contains a compiler. With `require`, because an import would scan all of its text
 * for exports.
 */
function morph(): typeof TsMorph {
  return createRequire(import.meta.url)('ts-morph')
}

/** The text of a module, and the syntax errors that the formatter's parser found. */
export interface PrintedModule {
  readonly path: string
  readonly text: string
  /** Always bugs in tagwire; a module with one must not be written. */
  readonly faults: readonly SyntaxFault[]
}

interface EmittedText {
  readonly path: string
  readonly text: string
}

export interface SyntaxFault {
  readonly line: number
  readonly message: string
}

/** oxfmt is a native program that is not available for this machine. */
export class FormatterMissing extends Error {}

/** The format of generated code. Together with the exact version of oxfmt, it determines every byte. */
const LAYOUT: FormatConfig & { readonly printWidth: number } = {
  printWidth: 100,
  semi: false,
  singleQuote: true,
  // Existing quotes are needed: `new()` in an interface would be a constructor.
  quoteProps: 'preserve',
  embeddedLanguageFormatting: 'off',
  sortImports: {
    newlinesBetween: false,
    groups: [
      ['builtin', 'external'],
      ['parent', 'sibling', 'index'],
    ],
  },
}

/**
 * Prints modules. The only place that prints TypeScript: plain structures become text here and others in
 * ts-morph, and the formatter breaks the lines.
 */
export async function printModules(
  modules: readonly EmittedModule[],
  header: string,
): Promise<PrintedModule[]> {
  return Promise.all(modules.map((module) => printModule(module, header)))
}

export async function printModule(module: EmittedModule, header = ''): Promise<PrintedModule> {
  const { path } = module
  const { code, faults } = await formatted(path, unformatted(module, header))
  return { path, text: breakComments(code, LAYOUT.printWidth), faults }
}

/** Prints Markdown as it is, except for blocks of TypeScript, which are formatted like modules. */
export async function printMarkdown({ path, text }: EmittedText): Promise<PrintedModule> {
  const faults: SyntaxFault[] = []
  const parts = text.split(/^(```ts\n[\s\S]*?^```$)/m)
  const printed = parts.map(async (part) => {
    if (!part.startsWith('```ts\n')) return part
    const code = part.slice('```ts\n'.length, -'```'.length)
    const block = await formatted(`${path}.mts`, code)
    faults.push(...block.faults)
    return `\`\`\`ts\n${block.code}\`\`\``
  })
  return { path, text: (await Promise.all(printed)).join(''), faults }
}

interface Formatted {
  readonly code: string
  readonly faults: readonly SyntaxFault[]
}

async function formatted(path: string, text: string): Promise<Formatted> {
  try {
    const { code, errors } = await format(path, text, LAYOUT)
    return { code, faults: errors.map(faultOf) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new FormatterMissing(message.split('\n')[0], { cause: error })
  }
}

/** The formatter reports the place in a code frame, after the path: `[src/types.ts:2:3]`. */
function faultOf({ message, codeframe }: FormatterFault): SyntaxFault {
  return { line: Number(/:(\d+):\d+\]/.exec(codeframe ?? '')?.[1] ?? 1), message }
}

type FormatterFault = Awaited<ReturnType<typeof format>>['errors'][number]

/** Blank lines between statements, but not between imports or re-exports. */
function unformatted(module: EmittedModule, header: string): string {
  const { imports, statements, libraries = [] } = module
  const references = libraries.map((name) => `/// <reference lib="${name}" />\n`).join('')
  const lines = [header + references, ...imports.map(statementText)]
  statements.forEach((statement, index) => {
    if (!isList(statement) || !isList(statements[index - 1])) lines.push('')
    lines.push(statementText(statement))
  })
  return lines.join('\n')
}

function isList(statement: Statement | undefined): boolean {
  return typeof statement === 'object' && statement.kind === KINDS.export
}

function statementText(statement: Statement | ImportDeclarationStructure): string {
  if (typeof statement === 'string') return statement
  return plainText(statement) ?? printedByMorph(statement)
}

function printedByMorph(
  statement: Exclude<Statement, string> | ImportDeclarationStructure,
): string {
  const structure = statement.kind === KINDS.interface ? withAir(statement) : statement
  return morph().printStructure(structure, { indentNumberOfSpaces: 2, useSingleQuote: true })
}

/** Adds blank lines between members of an interface that have comments. */
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
