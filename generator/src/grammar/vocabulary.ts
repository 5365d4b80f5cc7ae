import { createRequire } from 'node:module'
import type Ajv from 'ajv/dist/2020.js'
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import type { Diagnostic, Report } from '../diagnostics/diagnostic.js'
import { suggestion } from '../diagnostics/suggestion.js'
import { isDictionary } from '../model/json.js'
import { readOwnJson } from '../own-files.js'
import type { Document } from '../source/document.js'
import { NAMING, QUOTED } from '../source/literal-values.js'
import { below, type Node } from '../source/node.js'

const require = createRequire(import.meta.url)

const PREFIX = 'x-tagwire-'

/** Keys can also contain escapes or line breaks. */
const MAY_USE_WORDS = /x-tagwire-|\\(?:u00|x|\r?\n)/i

/**
 * Checks every x-tagwire extension in every file against the vocabulary. An unknown one is an error, because
 * silently ignoring a typo would change what is generated.
 */
export function checkVocabulary(document: Document, report: Report): void {
  const used: Node[] = []
  for (const [name, { text }] of document.files) {
    if (!MAY_USE_WORDS.test(text)) continue
    const top = document.follow({ value: { $ref: '#' }, source: { file: name, pointer: '' } })
    if (!('code' in top)) collectExtensions(top, used)
  }
  if (used.length === 0) return
  const vocabulary = loadVocabulary()
  for (const node of used) checkExtension(vocabulary, node, report)
}

function collectExtensions(node: Node, into: Node[], naming = false): void {
  if (Array.isArray(node.value)) {
    node.value.forEach((value: unknown, index) => {
      collectExtensions({ value, source: below(node.source, String(index)) }, into)
    })
    return
  }
  if (!isDictionary(node.value)) return
  for (const [key, value] of Object.entries(node.value)) {
    if (typeof value !== 'object' && !key.startsWith(PREFIX)) continue
    const child = { value, source: below(node.source, key) }
    if (key.startsWith(PREFIX)) into.push(child)
    if (naming || !QUOTED.has(key)) collectExtensions(child, into, !naming && NAMING.has(key))
  }
}

interface Vocabulary {
  readonly extensions: readonly string[]
  readonly validatorOf: (extension: string) => ValidateFunction | undefined
}

let loaded: Vocabulary | undefined

/** Loaded for the first document that uses an extension. */
function loadVocabulary(): Vocabulary {
  loaded ??= readVocabulary()
  return loaded
}

function readVocabulary(): Vocabulary {
  const schema = readOwnJson('assets/vocabulary.schema.json')
  if (!isDictionary(schema) || typeof schema.$id !== 'string') throw new TypeError('no vocabulary')
  const id = schema.$id
  const { Ajv2020 }: typeof Ajv = require('ajv/dist/2020.js')
  const ajv = new Ajv2020({ strict: false, validateSchema: false })
  ajv.addSchema(schema)
  const extensions = Object.keys(isDictionary(schema.$defs) ? schema.$defs : {})
  return {
    extensions: extensions.filter((extension) => extension.startsWith(PREFIX)),
    validatorOf: (extension) => ajv.getSchema(`${id}#/$defs/${extension}`),
  }
}

function checkExtension(vocabulary: Vocabulary, node: Node, report: Report): void {
  const extension = node.source.pointer.slice(node.source.pointer.lastIndexOf('/') + 1)
  if (!vocabulary.extensions.includes(extension)) {
    report(unknownExtension(vocabulary, extension, node))
    return
  }
  const validate = vocabulary.validatorOf(extension)
  if (!validate || validate(node.value)) return
  // The innermost error is the most specific: above it, an alternative only failed as a whole.
  const [first] = [...(validate.errors ?? [])].sort((left, right) => depth(right) - depth(left))
  report({
    code: 'TW6002',
    severity: 'error',
    message: `${extension}${first?.instancePath ?? ''} ${first ? faultText(first) : 'has the wrong form'}`,
    at: { file: node.source.file, pointer: node.source.pointer + (first?.instancePath ?? '') },
  })
}

function depth({ instancePath }: ErrorObject): number {
  return instancePath.split('/').length
}

function faultText({ keyword, message = 'has the wrong form', params }: ErrorObject): string {
  const allowed: unknown = keyword === 'enum' ? params.allowedValues : undefined
  return Array.isArray(allowed) ? `must be one of ${allowed.join(', ')}` : message
}

function unknownExtension(vocabulary: Vocabulary, extension: string, node: Node): Diagnostic {
  return {
    code: 'TW6001',
    severity: 'error',
    message: `there is no extension ${extension}`,
    at: node.source,
    help: `The extensions are ${vocabulary.extensions.map((each) => each.slice(PREFIX.length)).join(', ')}.`,
    ...suggestion(extension, vocabulary.extensions),
  }
}
