import type { Operation, Parameter } from '../../model/operations/operation.js'
import { type TextType, textType } from '../../model/operations/text-types.js'
import type { Declaration } from '../../model/shapes/shape.js'

/** The places of parameters, as the runtime calls them. */
export type ReceivedPlace = 'path' | 'query' | 'headers' | 'cookies'

const PLACES: Readonly<Record<ReceivedPlace, readonly Parameter['place'][]>> = {
  path: ['path'],
  query: ['query', 'querystring'],
  headers: ['header'],
  cookies: ['cookie'],
}

/** In the order in which they are checked. */
export const RECEIVED_PLACES: readonly ReceivedPlace[] = Object.keys(PLACES).filter(isPlace)

function isPlace(name: string): name is ReceivedPlace {
  return Object.hasOwn(PLACES, name)
}

/** The parameters of an operation in one place. */
export function receivedIn({ input }: Operation, place: ReceivedPlace): readonly Parameter[] {
  return input.parameters.filter((each) => PLACES[place].includes(each.place))
}

/** What the texts of one place stand for, by the names of its parameters. */
export function receivedTypes(
  operation: Operation,
  place: ReceivedPlace,
  declarations: ReadonlyMap<string, Declaration>,
): Readonly<Record<string, TextType>> {
  return Object.fromEntries(
    receivedIn(operation, place).map(({ name, shape }) => [name, textType(shape, declarations)]),
  )
}
