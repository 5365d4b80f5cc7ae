import { argumentNames } from '../../model/operations/arguments.js'
import { sendableContents } from '../../model/operations/contents.js'
import { inputForm } from '../../model/operations/inputs.js'
import type { Content, Input, Operation, Parameter } from '../../model/operations/operation.js'
import type { Declaration } from '../../model/shapes/shape.js'
import type { Value } from '../value.js'
import { bodyDescriptors, isPlainJson } from './bodies.js'
import { type DescriptorMembers, runtime } from './descriptor-members.js'
import { isSentByNameAlone, sentParameter } from './parameters.js'

/**
 * The request half of an operation's descriptor: functions of the runtime, by name. The short forms are
 * preferred, because they are small in a bundle: no `place` at all (the input is a JSON body), `placeQuery`
 * and `placeSimple`. The long forms are `placeBody` for an input that is the body, and `placeStyled`, which
 * gets a description of each parameter; only they send an `accept` header or a stream switch
 * (`needsLongForm`).
 */
export function requestDescriptor(
  operation: Operation,
  declarations: ReadonlyMap<string, Declaration>,
  needsLongForm: boolean,
): DescriptorMembers {
  const { input } = operation
  const { form } = inputForm(operation)
  const contents = input.body ? sendableContents(input.body) : []
  if (form === 'none') return needsLongForm ? { place: runtime('placeBody') } : {}
  const isJsonBody = contents.length < 2 && contents.every(isPlainJson)
  if (form === 'body') {
    if (isJsonBody && !needsLongForm) return {}
    return { place: runtime('placeBody'), ...bodyDescriptors(contents) }
  }
  const names = argumentNames(input)
  if (!needsLongForm && isJsonBody && hasShortForm(operation, names, declarations)) {
    return shortForm(input, form === 'query' ? 'placeQuery' : 'placeSimple')
  }
  return longForm(input, names, contents)
}

type ArgumentNames = ReadonlyMap<Parameter, string>

/** Whether the runtime only needs the names of the arguments. */
function hasShortForm(
  { input: { parameters, body }, binding }: Operation,
  names: ArgumentNames,
  declarations: ReadonlyMap<string, Declaration>,
): boolean {
  // The short forms append a question mark to the path.
  if (binding.kind === 'http' && binding.path.includes('?')) return false
  // They would send an argument of this name as the body.
  if (!body && parameters.some((each) => each.name === 'body')) return false
  return parameters.every(
    (each) => names.get(each) === each.name && isSentByNameAlone(each, declarations),
  )
}

function shortForm({ parameters }: Input, place: 'placeQuery' | 'placeSimple'): DescriptorMembers {
  const headers = parameters.filter((each) => each.place === 'header').map((each) => each.name)
  return { ...(headers.length > 0 ? { headers } : {}), place: runtime(place) }
}

function longForm(
  input: Input,
  names: ArgumentNames,
  contents: readonly Content[],
): DescriptorMembers {
  const parameters = input.parameters.map((each): Value => {
    const name = names.get(each) ?? each.name
    const { in: place, write, ...options } = sentParameter(each)
    return {
      name,
      ...(name === each.name ? {} : { wire: each.name }),
      in: place,
      write: runtime(write),
      ...options,
    }
  })
  return { place: runtime('placeStyled'), parameters, ...bodyDescriptors(contents) }
}
