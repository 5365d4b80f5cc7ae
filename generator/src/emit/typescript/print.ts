import { createRequire } from 'node:module'
import { type FormatConfig, format } from 'oxfmt'
import type * as TsMorph from 'ts-morph'
import type { ImportDeclarationStructure, InterfaceDeclarationStructure } from 'ts-morph'
import { breakComments } from './comment-lines.js'
import { plainText } from './plain-text.js'
import { type EmittedModule, isApart, KINDS, type Statement } from './structures.js'

/**
 * Only where a structure needs it, for it has a compiler in it. A script: imported as a module, all of its
 * text is searched for exports.
 */
function morph(): typeof TsMorph {
  return createRequire(import.meta.url)('ts-morph')
}

/** The text of a module, and what the formatter's parser did not understand of it. */
export interface PrintedModule {
  readonly path: string
  readonly text: string
  /** Never anything but faults of ours; a module with one must not be written. */
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

/** oxfmt is a native program, and there is none for this machine. */
export class FormatterMissing extends Error {}

/** How generated code is laid out. With the exact version of oxfmt, it decides every byte. */
const LAYOUT: FormatConfig & { readonly printWidth: number } = {
  printWidth: 100,
  semi: false,
  singleQuote: true,
  // What has quotes needs them: `new()` in an interface would be a constructor.
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
 * Prints modules. The only place that knows what TypeScript looks like: structures become text here or, where
 * they say much, in ts-morph, and the formatter breaks its lines.
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

/** Prints Markdown as it is, but for its blocks of TypeScript, which are laid out like modules. */
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

/** The formatter says where something is in a frame, after the path: `[src/types.ts:2:3]`. */
function faultOf({ message, codeframe }: FormatterFault): SyntaxFault {
  return { line: Number(/:(\d+):\d+\]/.exec(codeframe ?? '')?.[1] ?? 1), message }
}

type FormatterFault = Awaited<ReturnType<typeof format>>['errors'][number]

/** Every statement stands apart; imports stand together, and so do lists of exports. */
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

/** The members of an interface, some of which stand apart. */
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
