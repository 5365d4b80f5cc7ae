import type { McpService } from '@tagwire/emit-mcp/server'
import { toolbox } from '../../../../packages/emit-mcp/src/server/tools.js'

const COMPOSITION = ['oneOf', 'anyOf', 'allOf', 'not', 'if', '$ref', '$defs', '$dynamicRef']

/** What providers would refuse about the tools of a service. */
export function faultsOfList(service: McpService): string[] {
  const first = toolbox(service, {}).list
  const second = toolbox(service, {}).list
  const names = first.map(({ name }) => name.toLowerCase())
  return [
    ...(JSON.stringify(first) === JSON.stringify(second) ? [] : ['the list is another each time']),
    ...(new Set(names).size === names.length ? [] : ['a name comes twice']),
    ...first.flatMap(({ name, description = '', inputSchema }) => [
      ...(/^[a-zA-Z0-9_-]{1,64}$/.test(name) ? [] : [`the name ${name}`]),
      ...(inputSchema.type === 'object' ? [] : [`${name}: is no object`]),
      ...(description.length > 0 && description.length <= 1000 ? [] : [`${name}: its description`]),
      ...schemaFaults(inputSchema, name),
    ]),
  ]
}

/** Composition and references anywhere, and names of members that providers refuse. */
function schemaFaults(schema: unknown, place: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([word, inside]) => {
    if (COMPOSITION.includes(word)) return [`${place}: ${word}`]
    if (word === 'items' || word === 'additionalProperties')
      return schemaFaults(inside, `${place}/${word}`)
    if (word !== 'properties' || typeof inside !== 'object' || inside === null) return []
    return Object.entries(inside).flatMap(([name, each]) => [
      ...(/^[a-zA-Z0-9_.-]{1,64}$/.test(name) ? [] : [`${place}: the member ${name}`]),
      ...schemaFaults(each, `${place}/${name}`),
    ])
  })
}
