import type {
  ExportDeclarationStructure,
  FunctionDeclarationOverloadStructure,
  FunctionDeclarationStructure,
  ImportDeclarationStructure,
  InterfaceDeclarationStructure,
  MethodSignatureStructure,
  OptionalKind,
  ParameterDeclarationStructure,
  PropertySignatureStructure,
  StructureKind,
  TypeAliasDeclarationStructure,
  VariableDeclarationKind,
  VariableStatementStructure,
} from '#ts-morph'
import { docComment } from './doc.js'
import { propertyKey } from './text.js'

/**
 * A declaration of a module, as plain data of ts-morph's types: created without loading ts-morph, compared in
 * tests, and printed in one place (`print.ts`).
 */
export type Statement =
  | ExportDeclarationStructure
  | FunctionDeclarationStructure
  | InterfaceDeclarationStructure
  | TypeAliasDeclarationStructure
  | VariableStatementStructure
  /** The text of a statement, for bulk data. Its exports are unknown. */
  | string

/** A module of a package before it is printed: its imports and its declarations. */
export interface EmittedModule {
  /** Its path inside the package: `src/types.ts`. */
  readonly path: string
  readonly imports: readonly ImportDeclarationStructure[]
  readonly statements: readonly Statement[]
  /** Compiler libraries that it needs, whatever the program configures: `esnext.disposable`. */
  readonly libraries?: readonly string[]
  /**
   * Why compilers are told not to check its statements (`@ts-nocheck`). What it exports needs written types, so
   * that callers are checked as ever.
   */
  readonly unchecked?: string
}

/** The numbers of ts-morph's kinds. Its types check them: another number does not compile. */
export const KINDS: {
  readonly export: StructureKind.ExportDeclaration
  readonly function: StructureKind.Function
  readonly import: StructureKind.ImportDeclaration
  readonly interface: StructureKind.Interface
  readonly property: StructureKind.PropertySignature
  readonly type: StructureKind.TypeAlias
  readonly variable: StructureKind.VariableStatement
} = { export: 11, function: 13, import: 16, interface: 19, property: 33, type: 38, variable: 41 }

type Parts<Structure> = Omit<Structure, 'kind'>

export function importFrom(parts: Parts<ImportDeclarationStructure>): ImportDeclarationStructure {
  return { kind: KINDS.import, ...parts }
}

export function exportFrom(
  moduleSpecifier: string,
  names: readonly string[],
  isTypeOnly = false,
): ExportDeclarationStructure {
  return { kind: KINDS.export, moduleSpecifier, namedExports: [...names], isTypeOnly }
}

/** `export interface …` */
export function exportedInterface(
  parts: Parts<InterfaceDeclarationStructure>,
): InterfaceDeclarationStructure {
  return { kind: KINDS.interface, isExported: true, ...parts }
}

/** `export type Name = type` */
export function exportedType(
  parts: Parts<TypeAliasDeclarationStructure>,
): TypeAliasDeclarationStructure {
  return { kind: KINDS.type, isExported: true, ...parts }
}

/** `export function …` */
export function exportedFunction(
  parts: Parts<FunctionDeclarationStructure>,
): FunctionDeclarationStructure {
  return { kind: KINDS.function, isExported: true, ...parts }
}

/** An overload of a function. */
export type Overload = OptionalKind<FunctionDeclarationOverloadStructure>

/** A parameter of a function or a method. */
export type Parameter = OptionalKind<ParameterDeclarationStructure>

export function optional(name: string, type: string): Parameter {
  return { name, type, hasQuestionToken: true }
}

/** A method of an interface. */
export interface Method extends OptionalKind<MethodSignatureStructure> {
  docs: string[]
  parameters: Parameter[]
  returnType: string
}

export function method(
  name: string,
  parts: Pick<Method, 'docs' | 'parameters' | 'returnType'>,
): Method {
  // Without quotes, `new()` in an interface would be a construct signature.
  return { name: name === 'new' ? "'new'" : propertyKey(name), ...parts }
}

export interface ConstantParts {
  readonly name: string
  readonly type?: string
  /** The expression. */
  readonly value: string
  readonly docs?: string[]
}

/** `const name: type = value` */
export function constant({
  name,
  type,
  value,
  docs = [],
}: ConstantParts): VariableStatementStructure {
  return {
    kind: KINDS.variable,
    declarationKind: 'const' as VariableDeclarationKind.Const,
    declarations: [{ name, initializer: value, ...(type === undefined ? {} : { type }) }],
    docs,
  }
}

/** `export const name: type = value` */
export function exportedConstant(parts: ConstantParts): VariableStatementStructure {
  return { ...constant(parts), isExported: true }
}

/** A member of an interface, or of an object type in place. */
export interface Property extends PropertySignatureStructure {
  type: string
  docs: string[]
}

export function property(
  parts: Pick<Property, 'name' | 'type'> &
    Partial<Pick<Property, 'docs' | 'hasQuestionToken' | 'isReadonly'>>,
): Property {
  return { kind: KINDS.property, docs: [], ...parts }
}

/** `readonly name?: type | undefined`: what callers may leave out, or give as `undefined`. */
export function option(name: string, type: string, docs: string[] = []): Property {
  const optional = { type: `${type} | undefined`, hasQuestionToken: true, isReadonly: true }
  return property({ name: propertyKey(name), docs, ...optional })
}

/**
 * The same as text, which needs no printing: for thousands of constants or megabytes of data, in modules whose
 * exports are not listed.
 */
export function constantText(parts: ConstantParts & { readonly isExported?: boolean }): string {
  const { name, type, value, docs = [], isExported = false } = parts
  const head = `${isExported ? 'export ' : ''}const ${name}`
  return `${docComment(docs)}${head}${type === undefined ? '' : `: ${type}`} = ${value}`
}

/**
 * `[key: string]: type`. ts-morph prints index signatures before everything else; as a property with this
 * name, it stays after the fields that it refers to.
 */
export function indexSignature(type: string): Property {
  return property({ name: '[key: string]', type })
}

/** `{ … }`, one member per line. */
export function objectType(members: readonly Property[]): string {
  const lines = members.map((member, index) => {
    const { name, type, docs, hasQuestionToken, isReadonly } = member
    const air = isApart(members[index - 1], member) ? '\n' : ''
    const head = `${isReadonly ? 'readonly ' : ''}${name}${hasQuestionToken ? '?' : ''}`
    return `${air}${docComment(docs)}${head}: ${type}\n`
  })
  return `{\n${lines.join('')}}`
}

/** Whether to put a blank line between members: if one of the two has a comment. */
export function isApart(before: Member | undefined, member: Member): boolean {
  return before !== undefined && (hasComment(before) || hasComment(member))
}

interface Member {
  readonly docs?: readonly unknown[]
  readonly type?: unknown
}

function hasComment({ docs = [], type }: Member): boolean {
  return docs.length > 0 || (typeof type === 'string' && type.includes('/**'))
}
