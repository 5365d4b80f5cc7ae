import { defineConfig } from 'tagwire'

export default defineConfig({
  packages: {
    ethereum: {
      // The published document; `tagwire update` fetches the copy that is read.
      spec: 'https://raw.githubusercontent.com/ethereum/execution-apis/assembled-spec/refs-openrpc.json',
      overlay: 'overlay.yaml',
      out: 'ethereum',
      name: 'ethereum',
      include: { operations: ['eth_*', 'net_*'] },
      emit: ['client', 'decode', 'validate'],
      private: true,
      // The document does not say what changes something. Reading a filter does: it forgets what it has told.
      safe: [
        'eth_get*',
        'eth_*Fee*',
        'eth_call',
        'eth_chainId',
        'eth_gasPrice',
        'eth_estimateGas',
        'eth_accounts',
        'eth_syncing',
        'eth_blockNumber',
        'net_*',
        '!eth_getFilterChanges',
      ],
    },
  },
})
