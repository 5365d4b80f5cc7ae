/** The allowed values of a place, other than objects. */
type Leaf = 'any' | 'text' | 'flag'

/**
 * The form of one place: an object of a kind, `[…]` an array of them, `{…}` a map of them with arbitrary
 * keys.
 */
export type Form<Kind extends string = string> =
  | Leaf
  | Kind
  | `[${Leaf | Kind}]`
  | `{${Leaf | Kind}}`

/** One kind of object: the forms of its keywords. `*` is the form of arbitrary keys. */
export interface ObjectForm<Kind extends string = string> {
  readonly keywords: Readonly<Record<string, Form<Kind>>>
  /** Required keywords. */
  readonly needs?: readonly string[]
  /** Keywords of which at least one is required. */
  readonly needsOne?: readonly string[]
  readonly others?: Form<Kind>
  /** The `x-tagwire-` extensions that are read here, without the prefix. */
  readonly extensions?: readonly string[]
}

/** A language of descriptions as data: its kinds of objects, one of which is the whole document. */
export type Language<Kind extends string = string> = Readonly<Record<Kind, ObjectForm<Kind>>>

export type Container = 'list' | 'names'

export interface Reading {
  readonly container?: Container
  /** The innermost form: a leaf or a kind of object. */
  readonly of: string
}

/** There are few forms, and many places. */
const readings = new Map<Form, Reading>()

export function readForm(form: Form): Reading {
  const known = readings.get(form)
  if (known) return known
  const reading = read(form)
  readings.set(form, reading)
  return reading
}

function read(form: Form): Reading {
  const of = form.replace(/^[[{]|[\]}]$/g, '')
  if (form.startsWith('[')) return { container: 'list', of }
  return form.startsWith('{') ? { container: 'names', of } : { of }
}

const LEAVES: Readonly<Record<string, string>> = {
  text: 'text',
  flag: '`true` or `false`',
}

/** Whether nothing is checked below such a place. */
export function isLeaf(form: Form): boolean {
  return form === 'any' || form === 'text' || form === 'flag'
}

/** The form in messages: `a list of parameters`. */
export function formText(form: Form): string {
  const { container, of } = readForm(form)
  if (of === 'flag' && container === undefined) return '`true` or `false`'
  const noun = LEAVES[of] ?? kindText(of)
  if (container === 'list') return of === 'any' ? 'a list' : `a list of ${noun}s`
  if (container === 'names') return 'an object'
  if (of === 'Schema') return 'a schema'
  return LEAVES[of] === undefined ? 'an object' : `a ${noun}`
}

/** `PathItem` is a path item. */
export function kindText(kind: string): string {
  if (kind === 'Info' || kind === 'Components') return `${kind.toLowerCase()} object`
  return kind.replace(/(?<=.)(?=[A-Z])/g, ' ').toLowerCase()
}

/** Several keywords with the same form. */
export function keywords<const F extends string>(
  form: F,
  names: string,
): Readonly<Record<string, F>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, form] as const))
}
