module.exports = {
  mode: 'production',
  entry: './src/main.ts',
  resolve: { extensions: ['.ts', '.js'] },
  module: { rules: [{ test: /\.ts$/, loader: 'ts-loader' }] },
}
