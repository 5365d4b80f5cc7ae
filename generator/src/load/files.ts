import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { $RefParser, type FileInfo } from '@apidevtools/json-schema-ref-parser'
import { isDescription } from './language.js'
import { isDictionary } from './node.js'
import { type ParsedText, parseText } from './parse.js'
import type { Network } from './remote/fetch.js'
import { fetchReferences } from './remote/remote.js'

export interface LoadedFile {
  readonly name: string
  readonly path: string
  readonly text: string
  readonly parsed: ParsedText
  /**
   * Stands elsewhere and describes nothing. A document is untrusted input, and a `$ref` in it can
   * name any file of this machine: nothing of this one may come into messages or packages.
   */
  readonly foreign: boolean
}

/**
 * json-schema-ref-parser finds and reads the files. What it cannot resolve is not reported here: it
 * also looks into examples and extensions, and only a reference that is really followed can be wrong.
 */
export async function readFiles(rootPath: string, base: string): Promise<Map<string, LoadedFile>> {
  const loaded = new Map<string, LoadedFile>()
  const homes = [path.dirname(rootPath), base].filter((each) => path.dirname(each) !== each)
  const parser = new $RefParser()
  try {
    await parser.resolve(rootPath, {
      continueOnError: true,
      resolve: {
        http: false,
        file: {
          order: 1,
          canRead: true,
          read: (info: FileInfo) => readText(localPath(info.url), rootPath),
        },
      },
      parse: {
        json: false,
        yaml: false,
        text: false,
        binary: false,
        positions: {
          order: 1,
          canParse: true,
          allowEmpty: true,
          parse: (info: FileInfo) => {
            const filePath = localPath(info.url)
            const text = String(info.data)
            const parsed = parseText(text)
            const foreign = !homes.some((home) => isBelow(home, filePath)) && !describes(parsed)
            const name = nameOf(filePath, base)
            loaded.set(filePath, { name, path: filePath, text, parsed, foreign })
            return isDictionary(parsed.value) ? parsed.value : {}
          },
        },
      },
    })
  } catch {
    // Unresolvable references; see above.
  }
  return loaded
}

/** Why something on another machine was not read, by URL. Nothing when nothing may be fetched. */
export type Unreached = ReadonlyMap<string, string> | undefined

/** Adds what the files refer to on other machines, and says why the rest could not be had. */
export async function readRemote(
  loaded: Map<string, LoadedFile>,
  network: Network,
): Promise<Unreached> {
  const own = [...loaded.values()].filter((file) => !file.foreign)
  const files = own.map(({ path, parsed }) => ({ path, value: parsed.value }))
  const add = (url: string, text: string): unknown => {
    const parsed = parseText(text)
    // What may be fetched is public: nothing of this machine could be in it.
    loaded.set(url, { name: url, path: url, text, parsed, foreign: false })
    return parsed.value
  }
  return fetchReferences(files, add, network)
}

/** A `$ref` to a device or a pipe would never end; the document itself may come through a pipe. */
async function readText(file: string, rootPath: string): Promise<Buffer> {
  if (file !== rootPath && !(await stat(file)).isFile()) throw new TypeError(`${file} is no file`)
  return readFile(file)
}

function localPath(url: string): string {
  return url.startsWith('file:') ? fileURLToPath(url) : path.resolve(decodeURI(url))
}

export function nameOf(filePath: string, base: string): string {
  const relative = path.relative(base, filePath)
  const name = relative === '' ? path.basename(filePath) : relative
  return name.split(path.sep).join('/')
}

function isBelow(folder: string, file: string): boolean {
  const way = path.relative(folder, file)
  return !way.startsWith('..') && !path.isAbsolute(way)
}

function describes({ value }: ParsedText): boolean {
  return isDictionary(value) && isDescription(value)
}
