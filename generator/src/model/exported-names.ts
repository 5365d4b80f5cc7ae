import { camelCase, freeName, pascalCase, pluralCamelCase } from './names.js'
import type { Declaration, Enumeration, Shape } from './shapes/shape.js'
import type { Case, TaggedUnion, Union } from './shapes/union.js'
import { isTagged } from './shapes/union.js'

/**
 * The names that a package exports for a declaration. Names of inputs are created elsewhere
 * (`operations/inputs.ts`, `freeInputNames` of `view/package-view.ts`), and
 * `lower/names/resolve-conflicts.ts` resolves conflicts.
 */

export interface CaseNames {
  readonly type: string
  readonly guard: string
  readonly make: string
}

export interface UnionNames {
  readonly type: string
  readonly kind: string
  readonly kindOf: string
  readonly guard: string
  readonly match: string
  readonly arms: string
  readonly unknown: string
  readonly shared: string
  readonly tags: string
  readonly of: (member: Case) => CaseNames
}

/**
 * Variants are named after their tags, and a variant may be named `unknown`, `shared` or `kind`.
 * `OperationKind` and its function keep their names (a variant `Kind` becomes `Kind_`); the other helpers are
 * renamed instead of the variant. All are renamed if anything else in the package has their name (`avoids`).
 */
export function unionNames({ name, shape, avoids }: TaggedDeclaration): UnionNames {
  const camel = camelCase(name).replace(/_$/, '')
  const pascal = pascalCase(name)
  // A schema `operation` keeps its name, although `operationKind()` is a generated function; generated types
  // are `OperationKind` etc.
  const base = /^[a-z]/.test(name) ? pascal : name
  // `_1st` has no first letter to lower-case, so a function would have the same name as the type.
  const named = camel === base
  const endingOf = (member: Case): string => (member.name === 'Kind' ? 'Kind_' : member.name)
  const taken = new Set(shape.cases.map(endingOf))
  const others = new Set(avoids)
  return {
    type: name,
    kind: freeName(`${base}Kind`, others),
    kindOf: freeName(named ? `kindOf${pascal}` : `${camel}Kind`, others),
    guard: freeName(`is${pascal}`, others),
    match: freeName(`match${pascal}`, others),
    arms: freeName(base + freeName('Arms', taken), others),
    unknown: freeName(base + freeName('Unknown', taken), others),
    shared: freeName(base + freeName('Shared', taken), others),
    tags: freeName(camel + freeName('Tags', taken), others),
    of: (member) => ({
      type: base + endingOf(member),
      guard: `is${pascal}${endingOf(member)}`,
      make: (named ? `make${pascal}` : camel) + endingOf(member),
    }),
  }
}

export interface FallbackArms {
  readonly unknown: string
  readonly otherwise: string
}

/** The names of the fallback arms: `unknown_` if there is a kind `unknown`. */
export function fallbackArms({ cases }: Union): FallbackArms {
  const taken = new Set(cases.map((member) => member.tag))
  return { unknown: freeName('unknown', taken), otherwise: freeName('otherwise', taken) }
}

export interface EnumNames {
  readonly values: string
  readonly guard: string
}

export function enumNames({ name, avoids }: EnumDeclaration): EnumNames {
  const others = new Set(avoids)
  return {
    values: freeName(pluralCamelCase(name), others),
    guard: freeName(`is${pascalCase(name)}`, others),
  }
}

/** A declaration with a shape, which may also be `null`. */
interface OrNull<Bare extends Shape> extends Declaration {
  readonly shape: Bare
  readonly nullable: boolean
}

export type TaggedDeclaration = OrNull<TaggedUnion>
export type EnumDeclaration = OrNull<Enumeration>

/** The declaration as a tagged union, if it is one. */
export function asTagged(declaration: Declaration): TaggedDeclaration | undefined {
  const { shape, nullable } = withoutNull(declaration.shape)
  return isTagged(shape) ? { ...declaration, shape, nullable } : undefined
}

/** The declaration as an enumeration of strings, if it is one. */
export function asStringEnum(declaration: Declaration): EnumDeclaration | undefined {
  const { shape, nullable } = withoutNull(declaration.shape)
  return shape.kind === 'enumeration' && shape.values.every((value) => typeof value === 'string')
    ? { ...declaration, shape, nullable }
    : undefined
}

function withoutNull(shape: Shape): { readonly shape: Shape; readonly nullable: boolean } {
  return shape.kind === 'nullable'
    ? { shape: shape.shape, nullable: true }
    : { shape, nullable: false }
}

export function taggedIn(declarations: readonly Declaration[]): TaggedDeclaration[] {
  return declarations.flatMap((each) => asTagged(each) ?? [])
}

export function stringEnumsIn(declarations: readonly Declaration[]): EnumDeclaration[] {
  return declarations.flatMap((each) => asStringEnum(each) ?? [])
}

/** All names that a declaration adds to the package. */
export function exportsOf(declaration: Declaration): string[] {
  const earlier = earlierNames(declaration).map(([name]) => name)
  return [...new Set([...presentNames(declaration), ...earlier])]
}

/** The current name of each earlier name. */
export function earlierNames(declaration: Declaration): (readonly [string, string])[] {
  const present = presentNames(declaration)
  return (declaration.aliases ?? []).flatMap((name) =>
    presentNames({ ...declaration, name }).flatMap((earlier, index) => {
      const now = present[index]
      return now === undefined || present.includes(earlier) ? [] : [[earlier, now] as const]
    }),
  )
}

function presentNames(declaration: Declaration): string[] {
  const listed = asStringEnum(declaration)
  if (listed) return [declaration.name, ...Object.values(enumNames(listed))]
  const tagged = asTagged(declaration)
  if (!tagged) return [declaration.name]
  const { of, tags, ...names } = unionNames(tagged)
  const { shared, ...always } = names
  const cases = tagged.shape.cases.flatMap((member) => Object.values(of(member)))
  const common = tagged.shape.common.length > 0 ? [shared] : []
  return [...Object.values(always), ...common, ...cases]
}
