import path from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import vue from '@vitejs/plugin-vue'

/** The app in this folder as one script. */
const name = path.basename(process.cwd())
const plugins = { react: [], vue: [vue()], svelte: [svelte()] }

export default {
  configFile: false,
  logLevel: 'error',
  plugins: plugins[name],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: path.join('../../.cache/apps', name),
    emptyOutDir: true,
    lib: { entry: name === 'react' ? 'index.tsx' : 'index.ts', formats: ['es'], fileName: 'page' },
  },
}
