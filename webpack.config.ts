import path from 'node:path';
import { fileURLToPath } from 'node:url';
import CopyPlugin from 'copy-webpack-plugin';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import HtmlPlugin from 'html-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack from 'webpack';
import type { Configuration as DevServerConfiguration } from 'webpack-dev-server';
import { FRAME, PagePartsPlugin, screensOf } from './scripts/pageParts';
import { pageRule, textRules } from './scripts/sourceRules';
import { PAGES } from './src/app/pages';
import packageJson from './package.json' with { type: 'json' };

const root = path.dirname(fileURLToPath(import.meta.url));

/** The API that `webpack serve` passes calls on to. */
const API = `http://127.0.0.1:${process.env.API_PORT ?? 3000}`;

const isFirst = ({ name }: { name?: string | null }) => name === 'main';

type Graph = { chunkGraph: webpack.ChunkGraph };

/** The requests that load a module, as the sources write them. */
const wantedBy = (module: webpack.Module, { chunkGraph }: Graph): Set<string> => {
  const wanted = new Set<string>();
  for (const chunk of chunkGraph.getModuleChunksIterable(module)) {
    for (const group of chunk.groupsIterable) for (const { request } of group.origins) if (request) wanted.add(request);
  }
  return wanted;
};

const SIGN_IN = PAGES.filter(({ part }) => part === 'signIn').flatMap(screensOf);
const WITH_INLINE_STYLES = PAGES.filter(({ inlinesStyles }) => inlinesStyles).flatMap(screensOf);

/** Modules that come with the frame and not already with the sign-in page. */
const isOfFrame = (module: webpack.Module, graph: Graph): boolean => {
  const wanted = wantedBy(module, graph);
  return FRAME.some((request) => wanted.has(request)) && !SIGN_IN.some((request) => wanted.has(request));
};

/** Styles that index.html holds: one small file less before the first paint. */
const isFirstStyle = (module: webpack.Module, graph: Graph): boolean =>
  isOfFrame(module, graph) || WITH_INLINE_STYLES.some((request) => wantedBy(module, graph).has(request));

/** The text of files for the page to hold, without the address of their maps. */
const textOf = ({ assets }: webpack.Compilation, files: readonly string[]): string =>
  files
    .map((file) =>
      assets[file]!.source()
        .toString()
        .replace(/(\/\/|\/\*)# sourceMappingURL=.*/, '')
        .trim(),
    )
    .join('');

const filesOf = ({ entrypoints }: webpack.Compilation, entry: string, ending: string): string[] =>
  (entrypoints.get(entry)?.getFiles() ?? []).filter((file) => file.endsWith(ending));

/** What src/early.ts has become; empty in development, which does without. */
const earlyScript = (compilation: webpack.Compilation): string =>
  textOf(compilation, filesOf(compilation, 'early', '.js'));

/** The styles of the first page: nothing is painted before them. */
const firstStyles = (compilation: webpack.Compilation): string => {
  const files = filesOf(compilation, 'main', '.css');
  if (files.length === 0) throw new Error('webpack.config.ts: the first page has no styles');
  return textOf(compilation, files);
};

const productionRouter = () => {
  const folder = path.join(root, 'node_modules/react-router/dist/production');
  return {
    'react-router$': path.join(folder, 'index.mjs'),
    'react-router/dom$': path.join(folder, 'dom-export.mjs'),
  };
};

export default async (_env: unknown, { mode = 'production' }: { mode?: 'production' | 'development' }) => {
  const production = mode === 'production';
  const config: webpack.Configuration & { devServer: DevServerConfiguration } = {
    mode,
    target: 'web',
    entry: {
      // Alone and without the runtime: it is not to wait for the rest. The server of development does without.
      ...(production && { early: { import: './src/early.ts', runtime: false } }),
      main: './src/main.tsx',
    },
    context: root,
    // No eval: the Content-Security-Policy is the same in development.
    devtool: production ? 'source-map' : 'cheap-module-source-map',
    output: {
      path: path.join(root, 'build/public'),
      publicPath: '/dashboard/',
      filename: 'assets/[name].[contenthash:10].js',
      chunkFilename: 'assets/[name].[contenthash:10].js',
      assetModuleFilename: 'assets/[name].[contenthash:10][ext]',
      clean: true,
      // The page's Content-Security-Policy names it (server/platform/http/securityHeaders.ts).
      trustedTypes: 'dashboard#webpack',
    },
    resolve: {
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
      alias: {
        // Texts come parsed.
        '@formatjs/icu-messageformat-parser$': '@formatjs/icu-messageformat-parser/no-parser.js',
        // Its package names only the build with warnings for developers; the other lies beside it.
        ...(production && productionRouter()),
      },
    },
    module: {
      rules: [
        pageRule(root, mode),
        {
          test: /\.tsx?$/,
          exclude: [/node_modules/, /src[\\/]app[\\/]pages\.ts$/],
          loader: 'babel-loader',
          options: { cacheDirectory: true, envName: mode },
        },
        {
          test: /\.css$/,
          use: [
            MiniCssExtractPlugin.loader,
            {
              loader: 'css-loader',
              options: {
                modules: {
                  auto: /\.module\.css$/,
                  namedExport: false,
                  exportLocalsConvention: 'as-is',
                  localIdentName: '[local]_[hash:base64:3]',
                  // The name and a hash of the file: compresses better than a hash for each name.
                  hashStrategy: 'minimal-subset',
                },
              },
            },
          ],
        },
        { test: /\.(svg|png)$/, type: 'asset/resource' },
        {
          test: /\.woff2$/,
          oneOf: [
            // The letters of the interface, a sixth of the whole file.
            {
              resourceQuery: /^\?interface$/,
              type: 'asset/resource',
              use: path.join(root, 'scripts/subsetFont.mjs'),
              generator: { filename: 'assets/[name]-interface.[contenthash:10][ext]' },
            },
            { type: 'asset/resource' },
          ],
        },
        // The borders of the bundled map: fetched by it, not part of the program.
        { resourceQuery: /^\?address$/, type: 'asset/resource' },
        ...(await textRules(root, production)),
      ],
    },
    plugins: [
      new webpack.DefinePlugin({ __VERSION__: JSON.stringify(packageJson.version) }),
      // moment's locales are asked for one by one; without this all 130 would be bundled.
      new webpack.ContextReplacementPlugin(/moment[/\\]locale$/, /^\.\/(tr|es|en-gb)$/),
      new HtmlPlugin({
        template: 'public/index.html',
        scriptLoading: 'defer',
        inject: false,
        chunks: ['main'],
        // In development styles come as a file, which is exchanged as they change.
        templateParameters: {
          earlyScript,
          firstStyles: production ? firstStyles : () => '',
          isFile: ({ tagName }: { tagName: string }) => tagName === 'script' || !production,
        },
      }),
      new CopyPlugin({
        patterns: [{ from: 'public', globOptions: { ignore: ['**/index.html'] }, noErrorOnMissing: true }],
      }),
      new MiniCssExtractPlugin({ filename: 'assets/[name].[contenthash:10].css' }),
      new PagePartsPlugin(),
    ],
    optimization: {
      minimizer: ['...', new CssMinimizerPlugin()],
      splitChunks: {
        chunks: ({ name }) => name !== 'early',
        minSize: 16_000,
        // Six files come at a time, and a small one takes as much of the way as a large one.
        maxAsyncRequests: 3,
        cacheGroups: {
          // The libraries in two files of like size: one connection alone grows too slowly for all of them.
          react: {
            test: /node_modules[\\/](react-dom|scheduler|react)[\\/]/,
            name: 'react',
            chunks: isFirst,
            priority: 20,
          },
          // With the page's own: one file of styles less before anything is painted.
          frameStyles: {
            type: 'css/mini-extract',
            test: isFirstStyle,
            name: 'main',
            chunks: 'all',
            priority: 30,
            enforce: true,
          },
          // Every page but the sign-in page waits for it: one file, not one for each way in which screens share it.
          workplace: { test: isOfFrame, name: 'workplace', chunks: 'async', priority: 10, enforce: true },
        },
      },
    },
    performance: { hints: false },
    devServer: {
      port: Number(process.env.DEV_PORT ?? 3001),
      historyApiFallback: { index: '/dashboard/index.html' },
      devMiddleware: { publicPath: '/dashboard/' },
      static: false,
      proxy: [{ context: ['/api', '/shared-api', '/geo-api', '/files', '/dev'], target: API }],
    },
  };
  return config;
};
