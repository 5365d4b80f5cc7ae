import { isSchema, listOf } from './other-kinds.js'
import type { Family, Schema } from './random-schemas.js'

/**
 * The same schemas where no value has a field that is left out in this direction: nobody sends what is only received,
 * although another member of a union may describe a field of that name that is sent.
 */
export function withoutLeftOut(family: Family, flow: 'sent' | 'received'): Family {
  const word = flow === 'sent' ? 'readOnly' : 'writeOnly'
  const rewritten = (given: unknown): unknown => {
    if (Array.isArray(given)) return given.map(rewritten)
    if (!isSchema(given)) return given
    const { properties, required, ...others } = given
    const inside = Object.entries(others).map(([key, each]) => [key, rewritten(each)])
    return { ...Object.fromEntries(inside), ...fieldsOf(properties, required) }
  }
  const fieldsOf = (properties: unknown, required: unknown): Schema => {
    if (!isSchema(properties)) return required === undefined ? {} : { required }
    const gone = Object.keys(properties).filter((key) => {
      const field = properties[key]
      return isSchema(field) && field[word] === true
    })
    const fields = Object.entries(properties).map(([key, each]) => {
      return [key, gone.includes(key) ? { not: {} } : rewritten(each)]
    })
    const left = listOf(required).filter((key) => !gone.some((each) => each === key))
    return {
      properties: Object.fromEntries(fields),
      ...(left.length > 0 ? { required: left } : {}),
    }
  }
  return Object.fromEntries(
    Object.entries(family).map(([name, schema]) => {
      const made = rewritten(schema)
      return [name, isSchema(made) ? made : {}]
    }),
  )
}
