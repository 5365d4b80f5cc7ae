/** How openapi-typescript was called: its flags by their names in camel case. */
export interface Invocation {
  readonly input: string | undefined
  readonly output: string | undefined
  readonly redocly: string | undefined
  readonly flags: ReadonlyMap<string, boolean>
  /** Words that its version 7 does not know. */
  readonly unknown: readonly string[]
}

/** What a flag means for tagwire. */
interface FlagMeaning {
  /** Its value in openapi-typescript if it is not given. */
  readonly otherwise: boolean
  /** Shown if the value in force is this. */
  readonly when: boolean
  readonly kind: 'by-hand' | 'differs' | 'same'
  readonly todo: string
}

/** The flags of openapi-typescript 7. `same`: nothing to do. */
export const FLAGS: Readonly<Record<string, FlagMeaning>> = {
  additionalProperties: {
    ...{ otherwise: false, when: true, kind: 'differs' },
    todo: 'Types have an index signature only where the document says `additionalProperties`.',
  },
  alphabetize: {
    ...{ otherwise: false, when: true, kind: 'same' },
    todo: 'Types keep the order of the document.',
  },
  arrayLength: {
    ...{ otherwise: false, when: true, kind: 'differs' },
    todo: 'Arrays with `minItems` and `maxItems` are arrays, not tuples. `./validate` checks their length.',
  },
  check: {
    ...{ otherwise: false, when: true, kind: 'same' },
    todo: '`tagwire check` compares with what is on disk.',
  },
  conditionalEnums: {
    ...{ otherwise: false, when: true, kind: 'same' },
    todo: '`enumObjects` in the configuration adds an object for each enum.',
  },
  contentNever: {
    ...{ otherwise: false, when: true, kind: 'same' },
    todo: '',
  },
  dedupeEnums: {
    ...{ otherwise: false, when: true, kind: 'same' },
    todo: '',
  },
  defaultNonNullable: {
    ...{ otherwise: true, when: true, kind: 'differs' },
    todo: 'A property with a `default` is optional unless the document requires it: a server may leave it out.',
  },
  emptyObjectsUnknown: {
    ...{ otherwise: false, when: false, kind: 'differs' },
    todo: 'An object without described properties is `Record<string, unknown>`, not `Record<string, never>`.',
  },
  enum: {
    ...{ otherwise: false, when: true, kind: 'differs' },
    todo: 'Enums are unions of their values. `enumObjects: true`, which the configuration has, adds an object with the same name.',
  },
  enumValues: {
    ...{ otherwise: false, when: true, kind: 'differs' },
    todo: 'The values of an enum are a frozen array of the generated index: `petKinds` for `PetKind`.',
  },
  excludeDeprecated: {
    ...{ otherwise: false, when: true, kind: 'differs' },
    todo: 'Deprecated properties stay, marked with @deprecated.',
  },
  exportType: {
    ...{ otherwise: false, when: true, kind: 'same' },
    todo: '',
  },
  generatePathParams: {
    ...{ otherwise: false, when: true, kind: 'differs' },
    todo: 'Describe the parameters of the path in the document; without that, a client cannot fill them in.',
  },
  immutable: {
    ...{ otherwise: false, when: true, kind: 'same' },
    todo: '`readonly: true` in the configuration.',
  },
  makePathsEnum: {
    ...{ otherwise: false, when: true, kind: 'differs' },
    todo: 'There is no `ApiPaths`; `operations` of the generated index has the path of each operation.',
  },
  pathParamsAsTypes: {
    ...{ otherwise: false, when: true, kind: 'differs' },
    todo: 'Keys of `paths` are the paths of the document; look up `operations` by id instead.',
  },
  propertiesRequiredByDefault: {
    ...{ otherwise: false, when: true, kind: 'differs' },
    todo: 'A property is required only where the document says so. Add `required` to the document, or by an overlay.',
  },
  readWriteMarkers: {
    ...{ otherwise: false, when: true, kind: 'differs' },
    todo: 'There are two types instead of markers: `X` is received, `XInput` is sent.',
  },
  rootTypes: {
    ...{ otherwise: false, when: true, kind: 'same' },
    todo: '',
  },
  rootTypesKeepCasing: {
    ...{ otherwise: false, when: true, kind: 'same' },
    todo: '',
  },
  rootTypesNoSchemaPrefix: {
    ...{ otherwise: false, when: true, kind: 'same' },
    todo: '',
  },
}

const TEXTS: Readonly<Record<string, 'output' | 'redocly'>> = {
  '--output': 'output',
  '-o': 'output',
  '--redocly': 'redocly',
  '-c': 'redocly',
}

export function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** Reads a command line as openapi-typescript does. */
export function readInvocation(words: readonly string[], redirect?: string): Invocation {
  const texts: { output?: string; redocly?: string } = redirect ? { output: redirect } : {}
  const flags = new Map<string, boolean>()
  const unknown: string[] = []
  let input: string | undefined
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    const [name = '', value] = word.startsWith('-') ? splitOnce(word) : [word]
    const text = TEXTS[name]
    if (text !== undefined) {
      const given = value ?? words[++at]
      if (given === undefined) unknown.push(word)
      else texts[text] = given
    } else if (!word.startsWith('-')) {
      if (input === undefined) input = word
      else unknown.push(word)
    } else {
      const next = words[at + 1]
      const isSeparate = value === undefined && (next === 'true' || next === 'false')
      if (isSeparate) at++
      const isNegated = name.startsWith('--no-')
      const flag = name === '-t' ? 'exportType' : camelCase(name.replace(/^--(?:no-)?/, ''))
      if (!Object.hasOwn(FLAGS, flag)) unknown.push(word)
      else flags.set(flag, ((isSeparate ? next : value) !== 'false') !== isNegated)
    }
  }
  return { input, output: texts.output, redocly: texts.redocly, flags, unknown }
}

function splitOnce(word: string): [string, string?] {
  const at = word.indexOf('=')
  return at < 0 ? [word] : [word.slice(0, at), word.slice(at + 1)]
}

/** What the flags in force mean for somebody who moves. */
export function flagNotes(flags: ReadonlyMap<string, boolean>): {
  readonly flag: string
  readonly kind: 'by-hand' | 'differs'
  readonly todo: string
}[] {
  return Object.entries(FLAGS).flatMap(([flag, { otherwise, when, kind, todo }]) =>
    kind === 'same' || (flags.get(flag) ?? otherwise) !== when ? [] : [{ flag, kind, todo }],
  )
}
