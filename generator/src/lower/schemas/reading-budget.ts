import { Fault } from '../../diagnostics/diagnostic.js'
import type { Shape } from '../../model/shapes/shape.js'
import type { Document } from '../../source/document.js'
import type { Node } from '../../source/node.js'

/**
 * How many steps it takes to read the schemas of a document. Unions look into the unions inside them, and merged schemas
 * are copied, so that a few lines, each of which uses the next one twice, could take any time and any memory.
 */
export interface ReadingBudget {
  /** Steps from here on are for this schema, which the message names if there are too many. */
  readonly begin: (schema: Node) => void
  /** Counts steps: a schema that is read, merged, compared or copied. Throws a `Fault` if there are too many. */
  readonly spend: (steps: number) => void
}

// Real documents take 0.04 steps for a character at most: a margin of six, and of hundreds in small ones.
const PER_CHARACTER = 0.25
const LEAST = 12_000

export function createReadingBudget({
  files,
  root,
}: Pick<Document, 'files' | 'root'>): ReadingBudget {
  const length = [...files.values()].reduce((sum, { text }) => sum + text.length, 0)
  let left = LEAST + length * PER_CHARACTER
  let reading = root
  return {
    begin: (schema) => {
      reading = schema
    },
    spend: (steps) => {
      left -= steps
      if (left < 0) throw new Fault(tooMuch(reading))
    },
  }
}

/** A shape is one step, and one more for each so many characters that are written for it. */
const TEXT_OF_A_STEP = 200

/** What is written for a shape, without the shapes in it. */
export function stepsOf(shape: Shape): number {
  return 1 + charactersOf(shape) / TEXT_OF_A_STEP
}

function charactersOf(shape: Shape): number {
  switch (shape.kind) {
    case 'enumeration':
      return shape.values.reduce<number>((sum, value) => sum + String(value).length, 0)
    case 'literal':
      return String(shape.value).length
    case 'record':
      return shape.fields.reduce((sum, { name, doc = '' }) => sum + name.length + doc.length, 0)
    case 'union':
      return shape.cases.reduce((sum, { tag, doc = '' }) => sum + tag.length + doc.length, 0)
    default:
      return 0
  }
}

function tooMuch({ source }: Node) {
  return {
    code: 'TW1011',
    severity: 'error',
    message:
      'this schema is too large: the schemas that it combines repeat each other more often than can be read',
    at: source,
    help: 'Give the repeated parts a name in `components`, and refer to them with a `$ref` that has no siblings.',
  } as const
}
