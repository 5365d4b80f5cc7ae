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
  TypeAliasDeclarationStructure,
  TypeParameterDeclarationStructure,
  VariableStatementStructure,
} from 'ts-morph'
import { isApart, KINDS, type Statement } from './structures.js'

/** `undefined` if a structure has something that is not supported here. */
type Text = string | undefined

/**
 * Prints the plain structures of our own emitters. ts-morph prints the same text, but creates a writer
 * for each name between braces: for thousands of declarations that took longer than reading the document.
 * Emitters of users may use all features of ts-morph, which then prints them.
 */
export function plainText(
  structure: Exclude<Statement, string> | ImportDeclarationStructure,
): string | undefined {
  switch (structure.kind) {
    case KINDS.import:
      return importText(structure)
    case KINDS.export:
      return exportText(structure)
    case KINDS.interface:
      return interfaceText(structure)
    case KINDS.type:
      return aliasText(structure)
    case KINDS.variable:
      return variableText(structure)
    case KINDS.function:
      return functionText(structure)
  }
}

/** Whether the structure has only these properties. */
function hasOnly<Structure extends object>(
  structure: Structure,
  ...keys: readonly (keyof Structure)[]
): boolean {
  const known: readonly PropertyKey[] = keys
  for (const key in structure) {
    if (key !== 'kind' && !known.includes(key) && structure[key] !== undefined) return false
  }
  return true
}

/** All of them, or `undefined` if one is not plain. */
function joined(parts: readonly Text[], separator: string): Text {
  return parts.includes(undefined) ? undefined : parts.join(separator)
}

/** A text, or `undefined` if it is a writer function. */
function text(value: unknown): Text {
  return typeof value === 'string' ? value : undefined
}

/** The text with a prefix, or an empty string if there is none. */
function after(before: string, value: unknown): Text {
  if (value === undefined) return ''
  const given = text(value)
  return given === undefined ? undefined : `${before}${given}`
}

function importText(structure: ImportDeclarationStructure): Text {
  const { moduleSpecifier, defaultImport, namedImports, isTypeOnly } = structure
  const known = ['moduleSpecifier', 'defaultImport', 'namedImports', 'isTypeOnly'] as const
  if (!hasOnly(structure, ...known) || !Array.isArray(namedImports)) return undefined
  const names = namesText(namedImports)
  if (names === undefined || namedImports.length === 0) return undefined
  const standard = defaultImport === undefined ? '' : `${defaultImport}, `
  return `import ${isTypeOnly ? 'type ' : ''}${standard}{ ${names} } from '${moduleSpecifier}';`
}

function exportText(structure: ExportDeclarationStructure): Text {
  const { moduleSpecifier, namedExports, isTypeOnly } = structure
  if (!hasOnly(structure, 'moduleSpecifier', 'namedExports', 'isTypeOnly')) return undefined
  if (!moduleSpecifier || !Array.isArray(namedExports) || namedExports.length === 0)
    return undefined
  const names = namesText(namedExports)
  if (names === undefined) return undefined
  return `export ${isTypeOnly ? 'type ' : ''}{ ${names} } from '${moduleSpecifier}';`
}

function namesText(names: readonly unknown[]): Text {
  const one = (name: unknown): Text => {
    if (typeof name === 'string') return name
    if (typeof name !== 'object' || !name || !('name' in name)) return undefined
    const { name: own, isTypeOnly, alias, ...others } = name as Record<string, unknown>
    if (Object.keys(others).length > 0 || typeof own !== 'string') return undefined
    return joined([isTypeOnly ? 'type ' : '', own, after(' as ', alias)], '')
  }
  return joined(names.map(one), ', ')
}

function interfaceText(structure: InterfaceDeclarationStructure): Text {
  const { name, docs, typeParameters, extends: bases = [], isExported } = structure
  const { properties = [], methods = [] } = structure
  const known = ['name', 'docs', 'typeParameters', 'extends', 'isExported'] as const
  if (!hasOnly(structure, ...known, 'properties', 'methods') || !Array.isArray(bases))
    return undefined
  const members = [...properties, ...methods]
  const lines = [...properties.map(propertyText), ...methods.map(methodText)].map((line, index) => {
    const own = members[index]
    const air = own && isApart(members[index - 1], own) ? '\n' : ''
    return line === undefined ? undefined : `${air}${line};\n`
  })
  const inherits = bases.length === 0 ? '' : after(' extends ', joined(bases.map(text), ', '))
  const head = [
    docsText(docs),
    exported(isExported),
    `interface ${name}`,
    typesText(typeParameters),
  ]
  return joined([...head, inherits, ' {\n', ...lines, '}'], '')
}

function propertyText(property: OptionalKind<PropertySignatureStructure>): Text {
  const { name, type, docs, hasQuestionToken, isReadonly } = property
  if (!hasOnly(property, 'name', 'type', 'docs', 'hasQuestionToken', 'isReadonly')) return undefined
  const head = `${isReadonly ? 'readonly ' : ''}${name}${hasQuestionToken ? '?' : ''}`
  return joined([docsText(docs), head, after(': ', type)], '')
}

function methodText(method: OptionalKind<MethodSignatureStructure>): Text {
  const { name, docs, hasQuestionToken } = method
  const known = ['name', 'docs', 'typeParameters', 'parameters', 'returnType'] as const
  if (!hasOnly(method, ...known, 'hasQuestionToken')) return undefined
  return joined([docsText(docs), name, hasQuestionToken ? '?' : '', signatureText(method)], '')
}

function aliasText(structure: TypeAliasDeclarationStructure): Text {
  const { name, docs, typeParameters, type, isExported } = structure
  if (!hasOnly(structure, 'name', 'docs', 'typeParameters', 'type', 'isExported')) return undefined
  const head = [docsText(docs), exported(isExported), `type ${name}`, typesText(typeParameters)]
  return joined([...head, after(' = ', type), ';'], '')
}

function variableText(structure: VariableStatementStructure): Text {
  const { docs, declarationKind, declarations, isExported } = structure
  const [first, ...more] = declarations
  if (!first || more.length > 0) return undefined
  if (!hasOnly(structure, 'docs', 'declarationKind', 'declarations', 'isExported')) return undefined
  if (!declarationKind || !hasOnly(first, 'name', 'type', 'initializer')) return undefined
  const head = `${exported(isExported)}${declarationKind} ${first.name}`
  return joined(
    [docsText(docs), head, after(': ', first.type), after(' = ', first.initializer), ';'],
    '',
  )
}

function functionText(structure: FunctionDeclarationStructure): Text {
  const { name, overloads = [], statements, ...own } = structure
  const body = typeof statements === 'string' ? [statements] : statements
  const exports = own.isExported ? { isExported: true } : {}
  if (!name || !Array.isArray(body)) return undefined
  const head = (from: Omit<FunctionDeclarationOverloadStructure, 'kind'>): Text => {
    const known = ['docs', 'typeParameters', 'parameters', 'returnType', 'isExported'] as const
    if (!hasOnly(from, ...known)) return undefined
    const before = [docsText(from.docs), exported(from.isExported), `function ${name}`]
    return joined([...before, signatureText(from)], '')
  }
  const heads = joined(
    [...overloads.map((each) => head({ ...exports, ...each })), head(own)],
    ';\n',
  )
  // An empty line follows a block.
  const lines = body.map((each) => text(each)?.replace(/\}\s*$/, '}\n'))
  return joined([heads, ' {\n', joined(lines, '\n'), '\n}'], '')
}

type Signature = Pick<MethodSignatureStructure, 'typeParameters' | 'parameters' | 'returnType'>

function signatureText({ typeParameters, parameters = [], returnType }: Signature): Text {
  const given = joined(parameters.map(parameterText), ', ')
  return joined([typesText(typeParameters), '(', given, ')', after(': ', returnType)], '')
}

function parameterText(parameter: OptionalKind<ParameterDeclarationStructure>): Text {
  const { name, type, hasQuestionToken, initializer } = parameter
  if (!hasOnly(parameter, 'name', 'type', 'hasQuestionToken', 'initializer')) return undefined
  const head = `${name}${hasQuestionToken ? '?' : ''}`
  return joined([head, after(': ', type), after(' = ', initializer)], '')
}

function typesText(
  parameters: readonly (OptionalKind<TypeParameterDeclarationStructure> | string)[] = [],
): Text {
  if (parameters.length === 0) return ''
  const one = (parameter: OptionalKind<TypeParameterDeclarationStructure> | string): Text => {
    if (typeof parameter === 'string') return parameter
    const { name, constraint, default: standard, isConst } = parameter
    if (!hasOnly(parameter, 'name', 'constraint', 'default', 'isConst')) return undefined
    const head = `${isConst ? 'const ' : ''}${name}`
    return joined([head, after(' extends ', constraint), after(' = ', standard)], '')
  }
  return joined(['<', joined(parameters.map(one), ', '), '>'], '')
}

function exported(isExported: boolean | undefined): string {
  return isExported ? 'export ' : ''
}

function docsText(docs: readonly unknown[] = []): Text {
  return joined(docs.map(docText), '')
}

function docText(doc: unknown): Text {
  // Text that starts with an empty line, or sets its line ends, is handled differently.
  if (typeof doc !== 'string' || /^\n|\r| $/.test(doc)) return undefined
  if (!doc.includes('\n')) return `/** ${doc} */\n`
  const lines = doc.split('\n').map((line) => (line === '' ? ' *\n' : ` * ${line}\n`))
  return `/**\n${lines.join('')} */\n`
}
