import type { Report } from '../diagnostics/diagnostic.js'
import { isDictionary } from '../model/json.js'
import { member, type Node, valueAt } from '../source/node.js'

/** Reports a keyword of another OpenAPI version, which is read with its meaning in that version. */
interface Mixture {
  readonly line: '3.0' | '3.1'
  readonly finds: (schema: Node) => Node | undefined
  readonly message: (keyword: string) => string
  readonly help: string
}

/** JSON Schema keywords that constrain values and do not exist in 3.0. */
const LATER =
  'const prefixItems patternProperties propertyNames contains if dependentSchemas dependentRequired unevaluatedProperties unevaluatedItems'.split(
    ' ',
  )

const MIXTURES: readonly Mixture[] = [
  {
    line: '3.1',
    finds: (schema) =>
      valueAt(schema, '$ref') === undefined ? flag(schema, 'nullable') : undefined,
    message: () => '`nullable` is a keyword of OpenAPI 3.0; it is read as "or null"',
    help: "Write `type: [string, 'null']`, or say `openapi: 3.0.3`.",
  },
  {
    line: '3.1',
    finds: (schema) => exclusive(schema, (value) => typeof value === 'boolean'),
    message: (keyword) =>
      `\`${keyword}\` is a number since OpenAPI 3.1; it is read as in 3.0, where it applies to \`${boundOf(keyword)}\``,
    help: 'Write the bound itself: `exclusiveMinimum: 5` instead of `minimum: 5, exclusiveMinimum: true`.',
  },
  {
    line: '3.0',
    finds: (schema) => exclusive(schema, (value) => typeof value === 'number'),
    message: (keyword) =>
      `\`${keyword}\` is \`true\` or \`false\` in OpenAPI 3.0; it is read as in 3.1, where it is the bound`,
    help: 'Write `minimum: 5, exclusiveMinimum: true`, or say `openapi: 3.1.0`.',
  },
  {
    line: '3.0',
    finds: (schema) => {
      const type = member(schema, 'type')
      return type && Array.isArray(type.value) ? type : undefined
    },
    message: () =>
      'a list of types belongs to OpenAPI 3.1; it is read as in that version: any of them',
    help: 'Write one type and `nullable: true`, or `anyOf`, or say `openapi: 3.1.0`.',
  },
  {
    line: '3.0',
    finds: (schema) => {
      const type = member(schema, 'type')
      return type?.value === 'null' ? type : undefined
    },
    message: () => 'the type "null" belongs to OpenAPI 3.1; it is read as in that version',
    help: 'Write `nullable: true` on the schema that may be null, or say `openapi: 3.1.0`.',
  },
  ...LATER.map(
    (later): Mixture => ({
      line: '3.0',
      finds: (schema) => member(schema, later),
      message: (keyword) =>
        `\`${keyword}\` is a keyword of OpenAPI 3.1; it is read as in that version`,
      help: 'Change the version to `openapi: 3.1.0`, or use the keywords of 3.0.',
    }),
  ),
]

function flag(schema: Node, keyword: string): Node | undefined {
  const node = member(schema, keyword)
  return typeof node?.value === 'boolean' ? node : undefined
}

function exclusive(schema: Node, holds: (value: unknown) => boolean): Node | undefined {
  return ['exclusiveMinimum', 'exclusiveMaximum']
    .map((keyword) => member(schema, keyword))
    .find((node) => node && holds(node.value))
}

function boundOf(keyword: string): string {
  return keyword === 'exclusiveMinimum' ? 'minimum' : 'maximum'
}

/** Reports each mixture once, at its first place, because there are often hundreds. */
export function createMixtureCheck(line: '3.0' | '3.1' | undefined): {
  readonly look: (schema: Node) => void
  readonly report: (report: Report) => void
} {
  const mixtures = MIXTURES.filter((each) => each.line === line)
  const found = new Map<Mixture, { first: Node; count: number }>()
  return {
    look: (schema) => {
      if (!isDictionary(schema.value)) return
      for (const mixture of mixtures) {
        const node = mixture.finds(schema)
        if (!node) continue
        const before = found.get(mixture)
        // Places are visited backwards, so the last one visited is the first in the text.
        found.set(mixture, { first: node, count: (before?.count ?? 0) + 1 })
      }
    },
    report: (report) => {
      for (const [{ message, help }, { first, count }] of found) {
        const keyword = first.source.pointer.split('/').at(-1) ?? ''
        const more =
          count > 1 ? ` (here and in ${count - 1} other schema${count > 2 ? 's' : ''})` : ''
        report({
          code: 'TW2013',
          severity: 'warning',
          message: `${message(keyword)}${more}`,
          at: first.source,
          help,
        })
      }
    },
  }
}

/** `exclusiveMinimum: true` without a `minimum`. */
export function checkBoundlessFlags(schema: Node, report: Report): void {
  for (const keyword of ['exclusiveMinimum', 'exclusiveMaximum']) {
    const node = member(schema, keyword)
    if (node?.value !== true || typeof valueAt(schema, boundOf(keyword)) === 'number') continue
    report({
      code: 'TW2005',
      severity: 'warning',
      message: `\`${keyword}: true\` has no effect without \`${boundOf(keyword)}\`; it is ignored`,
      at: node.source,
      help: `Add \`${boundOf(keyword)}\`, or remove the keyword.`,
    })
  }
}
