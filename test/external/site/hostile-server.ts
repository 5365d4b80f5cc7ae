import { createServer } from 'node:http'

/** An untrusted service on another origin. The first segment of the path selects what it does. */
export async function startHostileServer(): Promise<{ readonly url: string; close(): void }> {
  const server = createServer(({ headers, url = '/' }, response) => {
    response.setHeader('access-control-allow-origin', headers.origin ?? '*')
    response.setHeader('access-control-allow-headers', '*')
    response.setHeader('content-type', 'application/json')
    const [, kind = ''] = url.split('/')
    response.end(ANSWERS[kind] ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const MARKUP = '<img src=x onerror="globalThis.hurt=1"><script>globalThis.hurt=1</script>'

const chain = {
  chain_id: MARKUP,
  chain_name: MARKUP,
  pfm_enabled: true,
  supports_memo: true,
  logo_uri: 'javascript:globalThis.hurt=1',
  bech32_prefix: 'x',
  fee_assets: [],
  chain_type: 'cosmos',
  is_testnet: false,
}

const ANSWERS: Readonly<Record<string, string>> = {
  markup: JSON.stringify({ chains: [chain] }),
  drift: JSON.stringify({ chains: [{ ...chain, moons: [MARKUP] }] }),
  huge: JSON.stringify({ chains: Array.from({ length: 20_000 }, () => chain) }),
  nothing: '',
}
