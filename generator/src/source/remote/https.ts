import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Limits, Network, RemoteResponse } from './fetch.js'

export const httpsNetwork: Network = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  get: getPinned,
}

/**
 * The host name is used for the certificate and the Host header; the socket connects to the IP
 * address.
 */
async function getPinned(url: URL, address: string, limits: Limits): Promise<RemoteResponse> {
  // Only loaded for fetching: most documents are local files, and these modules load all of
  // `fetch`.
  const { Agent, request } = await (url.protocol === 'http:'
    ? import('node:http')
    : import('node:https'))
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, {
      // Its own agent: no proxy and no kept-alive connection between the check and the call.
      agent: new Agent({ keepAlive: false }),
      headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'tagwire' },
      signal: limits.signal,
      lookup: (_, options, done) => {
        const family = isIP(address)
        if (options.all) done(null, [{ address, family }])
        else done(null, address, family)
      },
    })
      .on('response', resolve)
      .on('error', reject)
      .end()
  })
  const { statusCode: status = 0, headers } = message
  const { location } = headers
  if (status === 200) return { status, text: await textOf(message, limits.maxBytes) }
  message.destroy()
  return { status, text: '', ...(location === undefined ? {} : { location }) }
}

async function textOf(message: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of message) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > maxBytes) {
      message.destroy()
      throw new Error(`it is larger than ${maxBytes / 1024 / 1024} MB`)
    }
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('utf8')
}
