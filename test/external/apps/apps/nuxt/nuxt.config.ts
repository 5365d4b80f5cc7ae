export default defineNuxtConfig({
  srcDir: 'src',
  telemetry: false,
  compatibilityDate: '2025-07-15',
})
