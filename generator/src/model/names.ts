/**
 * The rules for identifiers. A name in the document that is a valid type name is kept; all others are derived
 * by these functions, which do not know other names: the name of a schema never depends on other schemas.
 */

const RESERVED = new Set(
  (
    'any as async await bigint boolean break case catch class const continue debugger declare ' +
    'default delete do else enum export extends false finally for from function get if implements ' +
    'import in instanceof interface is keyof let module namespace never new null number object of ' +
    'package private protected public readonly require return set static string super switch ' +
    'symbol this throw true try type typeof undefined unique unknown var void while with yield ' +
    'arguments eval globalThis infer satisfies asserts'
  ).split(' '),
)

/**
 * Global types of every program. If a schema had the same name, code that forgets the import would compile
 * with the wrong type: any value is an `Object`.
 */
const TYPES_OF_THE_LANGUAGE = new Set(
  (
    'AggregateError Array ArrayBuffer AsyncGenerator AsyncIterable AsyncIterator Atomics Awaited ' +
    'BigInt BigInt64Array BigUint64Array Boolean Capitalize ConstructorParameters DataView Date ' +
    'Error EvalError Exclude Extract Float32Array Float64Array Function Generator InstanceType ' +
    'Int16Array Int32Array Int8Array Intl Iterable Iterator JSON Lowercase Map Math NoInfer ' +
    'NonNullable Number Object Omit Parameters Partial Pick Promise PromiseLike Proxy RangeError ' +
    'Readonly ReadonlyArray ReadonlyMap ReadonlySet Record ReferenceError Reflect RegExp Required ' +
    'ReturnType Set SharedArrayBuffer String Symbol SyntaxError ThisType TypeError Uint16Array ' +
    'Uint32Array Uint8Array Uint8ClampedArray Uncapitalize Uppercase URIError WeakMap WeakRef WeakSet'
  ).split(' '),
)

const IDENTIFIER = /^[A-Za-z_$][A-Za-z0-9_$]*$/

export function isIdentifier(text: string): boolean {
  return IDENTIFIER.test(text)
}

export function isReserved(text: string): boolean {
  return RESERVED.has(text)
}

/** The words of a wire name. Capitals inside a word are kept as the author wrote them. */
function words(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      // `ï` is decomposed into an `i` and a combining mark, which would split the word.
      .replace(/\p{M}+/gu, '')
      .split(/[^A-Za-z0-9$]+/)
      .filter((word) => word !== '')
  )
}

/** Words for special characters, for names such as `+` or `<=`. */
const SPOKEN: Readonly<Record<string, string>> = {
  '+': 'plus',
  '-': 'minus',
  '*': 'times',
  '/': 'slash',
  '%': 'percent',
  '<': 'less',
  '>': 'greater',
  '=': 'equals',
  '!': 'not',
  '&': 'and',
  '|': 'or',
  '^': 'caret',
  '~': 'tilde',
  '.': 'dot',
  '@': 'at',
  '#': 'hash',
  $: 'dollar',
  '?': 'question',
}

/** `cctp_transfer_v2` → `CctpTransferV2`; `tendermint/event/NewBlock` → `TendermintEventNewBlock`. */
export function pascalCase(text: string): string {
  const before = cased.get(text)
  if (before !== undefined) return before
  if (cased.size === MAX_CASED) cased.clear()
  const name = pascalCaseAnew(text)
  cased.set(text, name)
  return name
}

/** Names are repeated in a document: this is called thousands of times for `id` and `name`. */
const cased = new Map<string, string>()
const MAX_CASED = 20_000

function pascalCaseAnew(text: string): string {
  const found = words(text)
  const source = found.length > 0 ? found : spell(text)
  const name = source.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return /^[0-9]/.test(name) ? `_${name}` : name
}

function spell(text: string): string[] {
  const spoken = [...text].map((char) => SPOKEN[char] ?? `u${char.codePointAt(0)?.toString(16)}`)
  return spoken.length > 0 ? spoken : ['empty']
}

/** Lower-cases the first word: `CCTPTransferState` → `cctpTransferState`, `Route` → `route`. */
export function camelCase(text: string): string {
  const camel = memberName(text)
  return isReserved(camel) ? `${camel}_` : camel
}

/** The same for a name after a dot, where no word is reserved: `client.delete()`. */
export function memberName(text: string): string {
  const name = pascalCase(text)
  const leading = /^[A-Z0-9$_]+(?=[A-Z][a-z])|^[A-Z]+(?![a-z])|^[A-Z]/.exec(name)?.[0] ?? ''
  return leading.toLowerCase() + name.slice(leading.length)
}

/** Whether a text is a valid type name. */
export function isTypeIdentifier(text: string): boolean {
  return isIdentifier(text) && !isReserved(text)
}

/** A type's identifier: the document's own name if it is valid and not a global type. */
export function typeName(text: string): string {
  const name = isTypeIdentifier(text) ? text : pascalCase(text)
  return TYPES_OF_THE_LANGUAGE.has(name) ? `${name}Model` : name
}

/** `BridgeType` → `bridgeTypes`, `Reason` → `reasons`, `Category` → `categories`. */
export function pluralCamelCase(text: string): string {
  const name = camelCase(text).replace(/_$/, '')
  const plural = pluralOf(name)
  // `Argument` would become `arguments`.
  return isReserved(plural) ? `${plural}_` : plural
}

function pluralOf(name: string): string {
  if (/[^aeiou]y$/i.test(name)) return `${name.slice(0, -1)}ies`
  return /(s|x|z|ch|sh)$/i.test(name) ? `${name}es` : `${name}s`
}

/** The name, with as many underscores as needed to be unique. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  return taken.has(name) ? freeName(`${name}_`, taken) : name
}
