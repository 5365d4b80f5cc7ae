import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startRoutingSandbox } from '@tagwire/routing-sandbox'
import { createJiti } from 'jiti'
import { expect, it, onTestFinished, vi } from 'vitest'

/** Runs the programs of the guide unchanged; they print what their comments say. */
const file = fileURLToPath(
  new URL('../../../docs/guides/08-from-skip-go-client.md', import.meta.url),
)
const guide = readFileSync(file, 'utf8')
const programs = [...guide.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, text = '']) => text)

it('has a program for every part', () => {
  expect(programs.length).toBeGreaterThan(6)
})

it.each(programs)('program %# prints the documented output', async (program) => {
  const sandbox = await startRoutingSandbox()
  onTestFinished(() => sandbox.close())
  const said: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((...words) => {
    said.push(words.join(' '))
  })
  onTestFinished(() => log.mockRestore())
  const address = 'http://127.0.0.1:8080'
  expect(program).toContain(address)
  const jiti = createJiti(import.meta.url, { fsCache: false })
  const filename = fileURLToPath(new URL('program.ts', import.meta.url))
  await jiti.evalModule(program.replaceAll(address, sandbox.url), { filename, async: true })

  const promised = [...program.matchAll(/console\.log\(.*\).*? \/\/ (.+)$/gm)].map(
    ([, text]) => text,
  )
  expect(promised.length).toBeGreaterThan(0)
  // A line may be printed again, by a loop.
  expect([...new Set(said)]).toEqual(promised)
})

/** Exports of `@skip-go/client` 1.6.1, and the options of its calls; `pnpm tool peer-skip-go` compares the exports. */
const NAMES =
  `assets assetsBetweenChains assetsFromSource balances bridges chains ClientState executeMultipleRoutes
  executeRoute getCosmosGasAmountForMessage getEVMGasAmountForMessage getFeeInfoForChain getRecommendedGasPrice
  getRouteWithGasOnReceive getSigningStargateClient getSimpleOverallStatus getTransferEventsFromTxStatusResponse
  ibcOriginAssets messages messagesDirect recommendAssets route setApiOptions setClientOptions submitTransaction
  subscribeToRouteStatus trackTransaction transactionStatus TransferType validateCosmosGasBalance venues
  waitForTransaction waitForTransactionWithCancel
  BalanceRequest BalanceResponse ClientTransferEvent ExecuteMultipleRoutesOptions ExecuteRouteOptions
  getSigningStargateClientProps MessagesRequest MessagesResponse OverallStatus RouteDetails RouteRequest RouteStatus
  SetApiOptionsProps SkipClientOptions SubmitTransactionRequest SubmitTransactionResponse TransactionDetails
  TransactionStatus TransferEventStatus TxStatusResponse
  abortDuplicateRequests allowOptionsUpdateAfterApiCall aminoTypes apiHeaders apiKey apiUrl appendCosmosMsgs
  batchSignTxs batchSimulate bypassApprovalCheck cacheDurationMs chainIdsToAffiliates endpointOptions
  gasAmountMultiplier getCosmosPriorityFeeDenom getCosmosSigner getEvmSigner getFallbackGasAmount getGasPrice
  getRestEndpointForChain getRpcEndpointForChain getSvmSigner onApproveAllowance onRouteStatusUpdated
  onTransactionBroadcast onTransactionCompleted onTransactionSigned onTransactionSignRequested onTransactionTracked
  onValidateGasBalance postRouteHandler registryTypes simulate slippageTolerancePercent svmFeePayer timeoutSeconds
  trackTxPollingOptions useUnlimitedApproval userAddresses
  retry_track`.split(/\s+/)

it.each(NAMES)('has a counterpart for %s, or says why not', (name) => {
  const named = [...guide.matchAll(/`([^`]*)`/g)].flatMap(
    ([, code = '']) => code.match(/\w+/g) ?? [],
  )
  expect(named).toContain(name)
})
