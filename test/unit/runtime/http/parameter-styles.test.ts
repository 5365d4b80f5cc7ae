// The expected strings follow the style tables of OpenAPI 3.1.1 and 3.2 (section "Style Examples"):
// a text, a list and a record, each exploded and not.
import { describe, expect, test } from 'vitest'
import {
  connectHttp,
  deepObject,
  deepObjectBrackets,
  deepObjectRepeat,
  form,
  formQuery,
  type HttpOperation,
  type HttpParameter,
  jsonPair,
  jsonText,
  label,
  matrix,
  pipeDelimited,
  placeStyled,
  type Style,
  simple,
  spaceDelimited,
} from '../../../../packages/runtime/src/http/index.js'
import { readStyle } from '../../../../packages/runtime/src/http/reading/read-styles.js'
import { json, serve } from './server.fixture.js'

const text = 'blue'
const list = ['blue', 'black', 'brown']
const record = { R: 100, G: 200, B: 150 }

type Row = readonly [Style, explode: boolean, value: unknown, want: string]

async function sent(
  parameters: readonly HttpParameter[],
  path: string,
  input: Record<string, unknown>,
) {
  const server = await serve((response) => json(response, 200, {}))
  const operation: HttpOperation<Record<string, unknown>, unknown> = {
    name: 'sample',
    method: 'GET',
    path,
    place: placeStyled,
    parameters,
  }
  await connectHttp({ baseUrl: server.url }, { server: '' }).call(operation, input)
  const [request] = server.requests
  if (!request) throw new Error('nothing was sent')
  return request
}

const inPath: readonly Row[] = [
  [simple, false, text, 'blue'],
  [simple, false, list, 'blue,black,brown'],
  [simple, false, record, 'R,100,G,200,B,150'],
  [simple, true, list, 'blue,black,brown'],
  [simple, true, record, 'R=100,G=200,B=150'],
  [label, false, '', '.'],
  [label, false, text, '.blue'],
  [label, false, list, '.blue,black,brown'],
  [label, false, record, '.R,100,G,200,B,150'],
  [label, true, text, '.blue'],
  [label, true, list, '.blue.black.brown'],
  [label, true, record, '.R=100.G=200.B=150'],
  // A period of a value is no separator.
  [label, true, 'a.b', '.a.b'],
  [label, true, ['a.b', 1.5], '.a%2Eb.1%2E5'],
  [label, true, { 'a.b': 1.5 }, '.a%2Eb=1%2E5'],
  [label, false, ['a.b', 1.5], '.a.b,1.5'],
  [matrix, false, '', ';color'],
  [matrix, false, text, ';color=blue'],
  [matrix, false, list, ';color=blue,black,brown'],
  [matrix, false, record, ';color=R,100,G,200,B,150'],
  [matrix, true, '', ';color'],
  [matrix, true, text, ';color=blue'],
  [matrix, true, 'YWI=', ';color=YWI%3D'],
  [matrix, true, list, ';color=blue;color=black;color=brown'],
  [matrix, true, record, ';R=100;G=200;B=150'],
]

describe('in the path', () => {
  test.each(inPath)('%o explode %s of %j is %s', async (write, explode, color, want) => {
    const parameters = [{ name: 'color', in: 'path', write, explode }] as const
    const { url } = await sent(parameters, '/a{color}/b', { color })
    expect(url).toBe(`/a${want}/b`)
  })

  test('a value cannot become another path', async () => {
    const parameters = [{ name: 'color', in: 'path', write: simple }] as const
    const { url } = await sent(parameters, '/a/{color}', { color: 'x/../../b?c#d%2F é' })
    expect(url).toBe('/a/x%2F..%2F..%2Fb%3Fc%23d%252F%20%C3%A9')
    await expect(sent(parameters, '/a/{color}', { color: '..' })).rejects.toThrow(TypeError)
    await expect(sent(parameters, '/a/{color}', { color: '' })).rejects.toThrow(TypeError)
    await expect(sent(parameters, '/a/{color}', {})).rejects.toThrow('{color} has no value')
    // For a URL parser, `%2e` is a dot, and reserved characters are sent unescaped.
    const open = [{ name: 'color', in: 'path', write: simple, allowReserved: true }] as const
    for (const color of ['..', '%2e%2e', '.%2E', '%2e']) {
      await expect(sent(open, '/a/{color}', { color }), color).rejects.toThrow(TypeError)
    }
    expect((await sent(open, '/a/{color}', { color: '%2e%2ey' })).url).toBe('/a/%2e%2ey')
    const labelled = [{ name: 'color', in: 'path', write: label }] as const
    await expect(sent(labelled, '/a/{color}', { color: '.' })).rejects.toThrow(TypeError)
  })
})

const inQuery: readonly Row[] = [
  [form, false, '', 'color='],
  [form, false, text, 'color=blue'],
  [form, false, list, 'color=blue,black,brown'],
  [form, false, record, 'color=R,100,G,200,B,150'],
  [form, true, '', 'color='],
  [form, true, list, 'color=blue&color=black&color=brown'],
  [form, true, record, 'R=100&G=200&B=150'],
  [spaceDelimited, false, list, 'color=blue%20black%20brown'],
  [spaceDelimited, false, record, 'color=R%20100%20G%20200%20B%20150'],
  [pipeDelimited, false, list, 'color=blue%7Cblack%7Cbrown'],
  [pipeDelimited, false, record, 'color=R%7C100%7CG%7C200%7CB%7C150'],
  [deepObject, true, record, 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'],
  [
    deepObject,
    true,
    { a: { b: [1, 2] }, none: null },
    'color%5Ba%5D%5Bb%5D%5B0%5D=1&color%5Ba%5D%5Bb%5D%5B1%5D=2',
  ],
  [deepObject, true, ['blue', null, 'black'], 'color%5B0%5D=blue&color%5B1%5D=black'],
  [
    deepObject,
    true,
    [{ price: 'a', quantity: 1 }, { price: 'b' }],
    'color%5B0%5D%5Bprice%5D=a&color%5B0%5D%5Bquantity%5D=1&color%5B1%5D%5Bprice%5D=b',
  ],
  [deepObject, true, { 'ids[]': [1, 2] }, 'color%5Bids%5D%5B%5D=1&color%5Bids%5D%5B%5D=2'],
  [deepObjectBrackets, true, ['blue', 'black'], 'color%5B%5D=blue&color%5B%5D=black'],
  [deepObjectBrackets, true, { a: [1, 2] }, 'color%5Ba%5D%5B%5D=1&color%5Ba%5D%5B%5D=2'],
  [deepObjectRepeat, true, { a: [1, 2] }, 'color%5Ba%5D=1&color%5Ba%5D=2'],
  [jsonPair, false, { a: [1] }, 'color=%7B%22a%22%3A%5B1%5D%7D'],
]

describe('in the query', () => {
  test.each(inQuery)('%o explode %s of %j is %s', async (write, explode, color, want) => {
    const parameters = [{ name: 'color', in: 'query', write, explode }] as const
    const { url } = await sent(parameters, '/a', { color })
    expect(url).toBe(`/a?${want}`)
  })

  test('a name that ends in brackets is repeated for each item', async () => {
    const parameters = [{ name: 'ids[]', in: 'query', write: deepObject }] as const
    const { url } = await sent(parameters, '/a', { 'ids[]': [1, 2] })
    expect(url).toBe('/a?ids%5B%5D=1&ids%5B%5D=2')
  })

  test('an empty list, null and undefined are not there', async () => {
    const parameters = [
      { name: 'one', in: 'query', write: form },
      { name: 'two', in: 'query', write: form, explode: true },
      { name: 'three', in: 'query', write: deepObject },
    ] as const
    const { url } = await sent(parameters, '/a', { one: [], two: null, three: undefined })
    expect(url).toBe('/a')
  })

  test('reserved characters are escaped, and kept where the document allows them', async () => {
    const value = "a/b?c:d@e!$'()*,;=f&g#h+i%2Fj k"
    const strict = [{ name: 'q', in: 'query', write: form, explode: true }] as const
    expect((await sent(strict, '/a', { q: value })).url).toBe(
      '/a?q=a%2Fb%3Fc%3Ad%40e%21%24%27%28%29%2A%2C%3B%3Df%26g%23h%2Bi%252Fj%20k',
    )
    const open = [
      { name: 'q', in: 'query', write: form, explode: true, allowReserved: true },
    ] as const
    const { url } = await sent(open, '/a', { q: value })
    // `&`, `#` and `+` would end the value or change it; the quote is the URL standard's doing.
    expect(url).toBe('/a?q=a/b?c:d@e!$%27()*,;=f%26g%23h%2Bi%2Fj%20k')
  })

  test('one argument is the whole query string', async () => {
    const asForm = [{ name: 'q', in: 'query', write: formQuery }] as const
    const { url } = await sent(asForm, '/a', { q: { name: 'x y', list: [1, 2], deep: { a: 1 } } })
    expect(url).toBe('/a?name=x%20y&list=1&list=2&deep=%7B%22a%22%3A1%7D')
    const asJson = [{ name: 'q', in: 'query', write: jsonText }] as const
    expect((await sent(asJson, '/a', { q: { a: 1 } })).url).toBe('/a?%7B%22a%22%3A1%7D')
  })

  test('undescribed parameters are sent too', async () => {
    expect((await sent([], '/a', { new: ['x', 'y'] })).url).toBe('/a?new=x&new=y')
  })

  test('a value without an obvious text is refused', async () => {
    const parameters = [{ name: 'q', in: 'query', write: form }] as const
    await expect(sent(parameters, '/a', { q: [{ a: 1 }] })).rejects.toThrow('no obvious text')
    // As without styles: a list that lacks an item asks for something else.
    await expect(sent(parameters, '/a', { q: [1, null] })).rejects.toThrow('no obvious text')
  })
})

describe('in headers and cookies', () => {
  test('headers are simple and not escaped', async () => {
    const parameters = [
      { name: 'x-list', in: 'header', write: simple },
      { name: 'x-record', in: 'header', write: simple, explode: true },
      { name: 'x-json', in: 'header', write: jsonText },
    ] as const
    const input = { 'x-list': ['a b', 'c'], 'x-record': record, 'x-json': { a: 'b c' } }
    const { headers } = await sent(parameters, '/a', input)
    expect(headers['x-list']).toBe('a b,c')
    expect(headers['x-record']).toBe('R=100,G=200,B=150')
    expect(headers['x-json']).toBe('{"a":"b c"}')
  })

  test('a header cannot hold a line break', async () => {
    const parameters = [{ name: 'x-a', in: 'header', write: simple }] as const
    await expect(sent(parameters, '/a', { 'x-a': 'a\r\nx-b: c' })).rejects.toThrow(TypeError)
  })

  test('cookies are one header', async () => {
    const parameters = [
      { name: 'session', in: 'cookie', write: form, explode: true },
      { name: 'colors', in: 'cookie', write: form, explode: false },
      { name: 'raw', in: 'cookie', write: form, explode: true, raw: true },
    ] as const
    const { headers } = await sent(parameters, '/a', {
      session: 'a;b c',
      colors: ['blue', 'black'],
      raw: '"x%y"',
    })
    expect(headers.cookie).toBe('session=a%3Bb%20c; colors=blue,black; raw="x%y"')
    await expect(sent(parameters, '/a', { raw: 'a; b=c' })).rejects.toThrow(TypeError)
  })

  test('one name in two places is two arguments', async () => {
    const parameters = [
      { name: 'type', in: 'path', write: simple },
      { name: 'query_type', wire: 'type', in: 'query', write: form, explode: true },
      { name: 'header_type', wire: 'type', in: 'header', write: simple },
    ] as const
    const input = { type: 'a', query_type: ['b', 'c'], header_type: 'd' }
    const { url, headers } = await sent(parameters, '/x/{type}', input)
    expect(url).toBe('/x/a?type=b&type=c')
    expect(headers.type).toBe('d')
  })
})

test('servers have the inverse of each style', () => {
  const others: ReadonlySet<string> = new Set()
  const reading = { name: 'color', explode: false, type: 'text', others, decode: String } as const
  for (const write of new Set([...inPath, ...inQuery].map(([style]) => style))) {
    // What begins with a sign of the style is refused without it.
    const read = (): unknown => readStyle(write, { text: '', pairs: [] }, reading)
    expect([undefined, '', 'Unreadable'], write.name).toContain(nameOfError(read) ?? read())
  }
})

function nameOfError(run: () => unknown): string | undefined {
  try {
    run()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.constructor.name : 'unknown'
  }
}
