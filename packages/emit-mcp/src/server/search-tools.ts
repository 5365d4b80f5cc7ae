import type { Tool } from '@modelcontextprotocol/server'
import { READ_MORE } from './answers.js'

/** In place of hundreds of tools: one that finds them, and one that calls them. */
export const SEARCH = 'search'
export const CALL = 'call'

/** More tools than this fill the context of an agent. */
export const MOST_LISTED = 60

const MOST_FOUND = 20
const USUALLY_FOUND = 5

export function searchTool(title: string, count: number): Tool {
  return {
    name: SEARCH,
    title: `Find an operation of ${title}`,
    description: `Finds operations of ${title}, which has ${count}, by what you want to do: "close an issue", "list the members of a team". Each result has a name, what it does, and the schema of its arguments if that is short; search for an exact name to get its whole schema. Then use \`${CALL}\`.`,
    inputSchema: {
      type: 'object',
      properties: {
        query: {
          type: 'string',
          description: 'What you want to do, in a few words, or the exact name of an operation',
        },
        limit: { type: 'integer', minimum: 1, maximum: MOST_FOUND, default: USUALLY_FOUND },
      },
      required: ['query'],
      additionalProperties: false,
    },
    annotations: {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
  }
}

export function callTool(title: string, isReadOnly: boolean): Tool {
  return {
    name: CALL,
    title: `Call an operation of ${title}`,
    description: `Calls an operation that \`${SEARCH}\` found, with arguments that fit its schema. Wrong arguments are explained, and nothing is sent.`,
    inputSchema: {
      type: 'object',
      properties: {
        name: { type: 'string', description: `The name of the operation, from \`${SEARCH}\`` },
        arguments: { type: 'object', description: 'Its arguments', additionalProperties: true },
      },
      required: ['name'],
      additionalProperties: false,
    },
    annotations: {
      readOnlyHint: isReadOnly,
      destructiveHint: !isReadOnly,
      idempotentHint: isReadOnly,
      openWorldHint: true,
    },
  }
}

/** Reads what was too long for one answer. */
export const readMoreTool: Tool = {
  name: READ_MORE,
  title: 'Read the rest of a long answer',
  description: 'Reads on where an answer was cut. Its last line says with which arguments.',
  inputSchema: {
    type: 'object',
    properties: {
      answer: { type: 'string', description: 'The name of the answer' },
      from: { type: 'integer', minimum: 0, description: 'Where to read on' },
    },
    required: ['answer', 'from'],
    additionalProperties: false,
  },
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
}

/** What `search` was asked for, or what is wrong. */
export function searchedFor(
  given: Readonly<Record<string, unknown>>,
): { readonly query: string; readonly most: number } | string {
  const { query, limit = USUALLY_FOUND } = given
  if (typeof query !== 'string' || query.trim() === '')
    return '`query` is a text: what you want to do, or the name of an operation'
  const isCount = typeof limit === 'number' && Number.isInteger(limit)
  if (!isCount || limit < 1 || limit > MOST_FOUND)
    return `\`limit\` is a whole number from 1 to ${MOST_FOUND}`
  return { query, most: limit }
}
