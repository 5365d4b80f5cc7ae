import type { Parameter, ParameterPlace, ParameterStyle } from './operation.js'

interface StyleFacts {
  /** The places whose parameters may have the style. */
  readonly places: readonly ParameterPlace[]
  /** The default of `explode`, or `never` if it has no meaning. */
  readonly explodes: boolean | 'never'
}

/** The styles of the specification. The first one for a place is the default there. */
const STYLES: Readonly<Record<ParameterStyle, StyleFacts>> = {
  simple: { places: ['path', 'header'], explodes: false },
  label: { places: ['path'], explodes: false },
  matrix: { places: ['path'], explodes: false },
  form: { places: ['query', 'cookie'], explodes: true },
  spaceDelimited: { places: ['query'], explodes: false },
  pipeDelimited: { places: ['query'], explodes: false },
  deepObject: { places: ['query'], explodes: 'never' },
  cookie: { places: ['cookie'], explodes: true },
}

const NAMES = Object.keys(STYLES).filter(isStyle)

function isStyle(text: string): text is ParameterStyle {
  return Object.hasOwn(STYLES, text)
}

/** The styles that a parameter in this place may have, the default first. Members of forms have those of a query. */
export function stylesOf(place: ParameterPlace): readonly ParameterStyle[] {
  return NAMES.filter((style) => STYLES[style].places.includes(place))
}

/** A style by its name, unless parameters in this place cannot have it. */
export function styleNamed(
  name: string | undefined,
  place: ParameterPlace,
): { readonly style?: ParameterStyle } {
  const style = stylesOf(place).find((each) => each === name)
  return style === undefined ? {} : { style }
}

/** How a value is serialized. */
export interface Serialization {
  readonly style: ParameterStyle
  readonly explode: boolean
}

/** The serialization of a parameter, with the defaults of the specification. */
export function serializationOf({
  place,
  style = stylesOf(place)[0] ?? 'simple',
  explode,
}: Pick<Parameter, 'place' | 'style' | 'explode'>): Serialization {
  const { explodes } = STYLES[style]
  return { style, explode: explodes !== 'never' && (explode ?? explodes) }
}
