import { isDictionary } from '../../../generator/src/model/json.js'

export type Version = '2.0' | '3.0' | '3.1' | '3.2'

/** What becomes of a feature, as a row of the page; the test of the page holds the package to it. */
export interface Feature {
  /** In Markdown. */
  readonly feature: string
  /** What is added to the smallest document of the version. */
  readonly document: object
  /** In Markdown. */
  readonly does: string
  /** Texts of generated files by path, without which `does` would be wrong. */
  readonly shows?: Readonly<Record<string, string>>
  /** The codes of all messages. */
  readonly says?: readonly string[]
  /** Comments and documentation have it, the code has not. */
  readonly isText?: true
  /** With the pages of `@tagwire/emit-docs`. */
  readonly withPages?: true
  /** The package is the same as of the smallest document with this. */
  readonly sameAs?: object
}

const Pet = { type: 'object', properties: { name: { type: 'string' } } }
export const pet: object = { $ref: '#/components/schemas/Pet' }

/** One operation, `GET /pets`, and one schema, `Pet`. */
export function smallest(version: Version): object {
  const is2 = version === '2.0'
  const info = { title: 'Pets', version: '1' }
  const ok = is2
    ? { schema: { $ref: '#/definitions/Pet' } }
    : { content: { 'application/json': { schema: pet } } }
  const get = { operationId: 'listPets', responses: { 200: { description: 'Pets.', ...ok } } }
  const paths = { '/pets': { get } }
  return is2
    ? { swagger: '2.0', info, host: 'a.example', paths, definitions: { Pet } }
    : {
        openapi: `${version}.0`,
        info,
        servers: [{ url: 'https://a.example' }],
        paths,
        components: { schemas: { Pet } },
      }
}

/** A document with more in it. */
export function withMore(document: unknown, more: unknown): unknown {
  if (!isDictionary(document) || !isDictionary(more)) return more
  const added = Object.entries(more).map(([name, value]) => [
    name,
    Object.hasOwn(document, name) ? withMore(document[name], value) : value,
  ])
  return { ...document, ...Object.fromEntries(added) }
}

/** A property of `Pet`. */
export function property(it: object): object {
  return { components: { schemas: { Pet: { properties: { it } } } } }
}

/** More of `GET /pets`. */
export function list(members: object): object {
  return { paths: { '/pets': { get: members } } }
}

/** A parameter of `GET /pets`. */
export function parameter(it: object): object {
  return list({ parameters: [it] })
}

/** A second operation, `POST /pets`. */
export function post(members: object): object {
  const responses = { 204: { description: 'Added.' } }
  return { paths: { '/pets': { post: { operationId: 'addPet', responses, ...members } } } }
}

/** The contents of the body of `POST /pets`. */
export function body(content: object): object {
  return post({ requestBody: { required: true, content } })
}

/** The contents of the answer to `POST /pets`. */
export function answer(content: object): object {
  return post({ responses: { 200: { description: 'Added.', content } } })
}
