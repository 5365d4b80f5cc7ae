/** The text of a helper function, given its name in the module and the name of zod there. */
type Helper = (name: string, z: string) => string

export type HelperName = 'kinds' | 'leftOut' | 'object' | 'open' | 'optional' | 'sized' | 'tagged'

/** Helpers of the generated module, for what zod cannot express. They contain no text of a document. */
export const HELPERS: Readonly<Record<HelperName, Helper>> = {
  object: (
    name,
    z,
  ) => `/** An object that keeps members it does not know. Its type lists the known. */
function ${name}<Shape extends ${z}.ZodRawShape>(shape: Shape, rest: ${z}.ZodType = ${z}.unknown()): ${z}.ZodObject<Shape> {
  return ${z}.object(shape).catchall(rest)
}`,
  optional: (
    name,
    z,
  ) => `/** A member that can be absent. \`undefined\`, which JSON does not have, counts as absent. */
function ${name}<Schema extends ${z}.ZodType>(schema: Schema): ${z}.ZodExactOptional<Schema> {
  return ${z}.exactOptional(${z}.optional(schema)) as ${z}.ZodType as ${z}.ZodExactOptional<Schema>
}`,
  leftOut: (name, z) => `/** A required member that some payloads are known to lack. */
function ${name}<Schema extends ${z}.ZodType>(schema: Schema): Schema {
  return ${z}.optional(schema) as ${z}.ZodType as Schema
}`,
  open: (name, z) => `/** Known values, and strings that this version does not know. */
function ${name}<Value extends string>(): ${z}.ZodString & ${z}.ZodType<Value, string> {
  return ${z}.string().refine((value: string): value is Value => typeof value === 'string')
}`,
  sized: (name) => `/** A limit for how many characters, items or members there are. */
function ${name}(least: number, most: number): (value: string | object) => boolean {
  return (value) => {
    const { length } = typeof value === 'string' ? [...value] : Object.keys(value)
    return length >= least && length <= most
  }
}`,
  kinds: (
    name,
  ) => `/** Exactly one known kind, or an unknown one. Keys of known kinds that hold \`null\` count as absent. */
function ${name}<Value>(
  keys: readonly string[],
  known: { beside: readonly string[]; nullable: readonly string[]; several?: boolean },
): (value: unknown) => value is Value {
  return (value): value is Value => {
    const given = Object.entries(Object(value)).filter(([, each]) => each !== undefined)
    const count = given.filter(([key, each]) => keys.includes(key) && (each !== null || known.nullable.includes(key))).length
    if (count === 0) return given.some(([key]) => !keys.includes(key) && !known.beside.includes(key))
    return count === 1 || known.several === true
  }
}`,
  tagged: (
    name,
    z,
  ) => `/** The schema for the tag of a value, or for what it has without one. One with an unknown tag passes unchanged. */
function ${name}<Value>(property: string, schemas: readonly (readonly [unknown, ${z}.ZodType, (readonly string[])?])[], other?: ${z}.ZodType): ${z}.ZodType<Value> {
  return ${z}.custom<Value>().superRefine((value: unknown, context) => {
    const given: unknown = Object.getOwnPropertyDescriptor(Object(value), property)?.value
    const [, schema] = (given === undefined ? schemas.filter((row) => row[2]?.every((name) => Object.hasOwn(Object(value), name))).sort((one, other) => (other[2]?.length ?? 0) - (one[2]?.length ?? 0))[0] : schemas.find(([known]) => known === given)) ?? [given, other]
    for (const issue of schema?.safeParse(value).error?.issues ?? []) context.addIssue({ ...issue })
    if (schema || schemas.some(([known]) => typeof known === typeof given)) return
    context.addIssue({ code: 'custom', path: [property], message: 'expected a kind' })
  })
}`,
}
