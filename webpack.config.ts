import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import CopyPlugin from 'copy-webpack-plugin';
import HtmlPlugin from 'html-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import webpack from 'webpack';
import type { Configuration as DevServerConfiguration } from 'webpack-dev-server';
import { FRAME, LATER_WORK, PagePartsPlugin, screensOf, WORKER } from './scripts/pageParts';
import { pageRule, textRules } from './scripts/sourceRules';
import { PAGES } from './src/app/pages';
import { ERROR_KEYS } from './contract/constants/errorKeys';
import { LANGUAGES, type Language } from './contract/constants/options';
import packageJson from './package.json' with { type: 'json' };

const root = path.dirname(fileURLToPath(import.meta.url));

/** The API to which `webpack serve` forwards requests. */
const API = `http://127.0.0.1:${process.env.API_PORT ?? 3000}`;

const isFirst = ({ name }: { name?: string | null }) => name === 'main';

type Graph = { chunkGraph: webpack.ChunkGraph };

/** Returns the requests that load a module, as the sources write them. */
const wantedBy = (module: webpack.Module, { chunkGraph }: Graph): Set<string> => {
  const wanted = new Set<string>();
  for (const chunk of chunkGraph.getModuleChunksIterable(module)) {
    for (const group of chunk.groupsIterable) for (const { request } of group.origins) if (request) wanted.add(request);
  }
  return wanted;
};

const SIGN_IN = PAGES.filter(({ part }) => part === 'signIn').flatMap(screensOf);
const LISTS = PAGES.filter(({ part }) => part === 'lists').flatMap(screensOf);
const WITH_INLINE_STYLES = PAGES.filter(({ inlinesStyles }) => inlinesStyles).flatMap(screensOf);

/** Returns whether a module comes with the frame but not already with the sign-in page. */
const isOfFrame = (module: webpack.Module, graph: Graph): boolean => {
  const wanted = wantedBy(module, graph);
  return FRAME.some((request) => wanted.has(request)) && !SIGN_IN.some((request) => wanted.has(request));
};

/** Returns whether a module comes with the rest of the daily work and no page loads it earlier. */
const isOfLaterWork = (module: webpack.Module, graph: Graph): boolean => {
  const wanted = wantedBy(module, graph);
  return wanted.has(LATER_WORK) && ![...FRAME, ...SIGN_IN, ...LISTS].some((request) => wanted.has(request));
};

/** Returns whether index.html inlines the style, which saves a file before the first paint. */
const isFirstStyle = (module: webpack.Module, graph: Graph): boolean =>
  isOfFrame(module, graph) || WITH_INLINE_STYLES.some((request) => wantedBy(module, graph).has(request));

/** Returns the manifest of the installed program with its texts, which it names as `{id}`. */
const translated = (manifest: Buffer, language: Language): string => {
  const texts = JSON.parse(readFileSync(path.join(root, `i18n/${language}.json`), 'utf8')) as Record<string, string>;
  return manifest.toString().replace(/\{([\w.]+)\}/g, (_match, id: string) => texts[id]!);
};

/** Returns the text of files to inline, without their source map comments. */
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

/** The scripts inside index.html. */
const INLINE = ['early', 'theme'];
/** True for a chunk that may use other files. Scripts inside index.html and workers may not. */
const mayShare = ({ name }: { name?: string | null }) => ![...INLINE, WORKER].includes(name ?? '');
const isLater = (chunk: webpack.Chunk) => mayShare(chunk) && !chunk.canBeInitial();

/** Returns a compiled script of `INLINE`; empty in development, which works without them. */
const inlineScript = (compilation: webpack.Compilation, entry: string): string =>
  textOf(compilation, filesOf(compilation, entry, '.js'));

/** Returns the styles of the first page, which block its first paint. */
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
    // The browsers of package.json, as for Babel and the styles.
    target: 'browserslist',
    entry: {
      // Separate and without the runtime, so that they do not wait for the rest. The development server works without
      // them.
      ...(production &&
        Object.fromEntries(INLINE.map((name) => [name, { import: `./src/${name}.ts`, runtime: false }]))),
      main: './src/main.tsx',
    },
    context: root,
    // No eval, because development has the same Content-Security-Policy.
    devtool: production ? 'source-map' : 'cheap-module-source-map',
    output: {
      path: path.join(root, 'build/public'),
      publicPath: '/dashboard/',
      // The program's start holds the hash of every part. By chance a part keeps its name once in 16 million changes.
      hashDigestLength: 6,
      filename: 'assets/[name].[contenthash].js',
      chunkFilename: 'assets/[name].[contenthash].js',
      assetModuleFilename: 'assets/[name].[contenthash][ext]',
      clean: true,
      // The page's Content-Security-Policy names this policy (server/platform/http/headers.ts).
      trustedTypes: 'dashboard#webpack',
    },
    resolve: {
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
      alias: {
        // The texts are compiled, so the parser is not needed.
        '@formatjs/icu-messageformat-parser$': '@formatjs/icu-messageformat-parser/no-parser.js',
        // Formik copies only a form's values, for which lodash's copies of everything are 4 kB too large.
        ...Object.fromEntries(
          ['clone', 'cloneDeep', 'toPath'].map((name) => [
            `lodash-es/${name}$`,
            path.join(root, `scripts/lodash/${name}.ts`),
          ]),
        ),
        // The package exports only the build with developer warnings; this selects the production build beside it.
        ...(production && productionRouter()),
      },
    },
    module: {
      rules: [
        pageRule(root, mode),
        // A chunk takes only the modules of a domain that it uses, and not all that the domain's index.ts exports.
        { test: /\.ts$/, include: [path.join(root, 'src/domains'), path.join(root, 'contract')], sideEffects: false },
        {
          test: /node_modules[\\/]react-router[\\/]dist[\\/]production[\\/]chunk/,
          loader: path.join(root, 'scripts/pureComponents.cjs'),
        },
        // These packages do not say that their unused modules can be left out.
        { test: /node_modules[\\/](redux-persist|hoist-non-react-statics|react-is|yup)[\\/]/, sideEffects: false },
        {
          test: /\.tsx?$/,
          exclude: [/node_modules/, /src[\\/]app[\\/]pages\.ts$/],
          loader: 'babel-loader',
          options: { cacheDirectory: true, envName: mode },
        },
        {
          test: /\.tsx?$/,
          include: [path.join(root, 'src'), path.join(root, 'contract')],
          enforce: 'pre',
          loader: path.join(root, 'scripts/inlineErrorKeys.cjs'),
          options: { keys: ERROR_KEYS },
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
                  // The file's name and a hash compress better than a hash for each name.
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
            // The font with the interface's letters has a sixth of the whole file's size.
            {
              resourceQuery: /^\?interface$/,
              type: 'asset/resource',
              use: path.join(root, 'scripts/subsetFont.mjs'),
              generator: { filename: 'assets/[name]-interface.[contenthash][ext]' },
            },
            { type: 'asset/resource' },
          ],
        },
        ...(await textRules(root, production)),
      ],
    },
    plugins: [
      new webpack.DefinePlugin({ __VERSION__: JSON.stringify(packageJson.version) }),
      // The program loads moment's locales one by one; without this webpack would bundle all 130.
      new webpack.ContextReplacementPlugin(/moment[/\\]locale$/, /^\.\/(tr|es|en-gb)$/),
      new HtmlPlugin({
        template: 'public/index.html',
        scriptLoading: 'defer',
        inject: false,
        chunks: ['main'],
        // In development styles are a separate file, so that they can be reloaded.
        templateParameters: {
          inlineScript,
          firstStyles: production ? firstStyles : () => '',
          isFile: ({ tagName }: { tagName: string }) => tagName === 'script' || !production,
        },
      }),
      new CopyPlugin({
        patterns: [
          { from: 'public', globOptions: { ignore: ['**/index.html', '**/manifest.webmanifest'] } },
          ...LANGUAGES.map((language) => ({
            from: 'public/manifest.webmanifest',
            to: `manifest.${language}.webmanifest`,
            transform: (manifest: Buffer) => translated(manifest, language),
          })),
        ],
      }),
      new MiniCssExtractPlugin({
        filename: 'assets/[name].[contenthash].css',
        // The pages import the ui components in different orders, and `frameStyles` joins their styles. No rule depends
        // on the order of two components: a file that restyles a component imports it before its own styles.
        ignoreOrder: true,
      }),
      new PagePartsPlugin(),
    ],
    optimization: {
      minimizer: [
        new MinimizerPlugin({
          // A fifth of terser's processor time, and no larger files. Its `unsafe_arrows` breaks redux-saga.
          minify: MinimizerPlugin.swcMinify,
          // No getter here has an effect.
          minimizerOptions: { compress: { passes: 3, pure_getters: true } },
        }),
        new MinimizerPlugin({ test: /\.css$/, minify: MinimizerPlugin.esbuildMinifyCss }),
      ],
      splitChunks: {
        chunks: mayShare,
        minSize: 16_000,
        // Browsers load six files at a time, and a small file costs about as much latency as a large one.
        maxAsyncRequests: 3,
        cacheGroups: {
          // Puts the libraries into two files of similar size, because a single connection speeds up too slowly for
          // all of them.
          react: {
            test: /node_modules[\\/](react-dom|scheduler|react)[\\/]/,
            name: 'react',
            chunks: isFirst,
            priority: 20,
          },
          // Joins the frame's styles with the page's, which saves a file before the first paint.
          frameStyles: {
            type: 'css/mini-extract',
            test: isFirstStyle,
            name: 'main',
            chunks: 'all',
            priority: 30,
            enforce: true,
          },
          // Every page but the sign-in page needs it: one file instead of one for each combination of screens.
          workplace: { test: isOfFrame, name: 'workplace', chunks: isLater, priority: 10, enforce: true },
          laterWork: { test: isOfLaterWork, name: 'laterWork', chunks: isLater, priority: 10, enforce: true },
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
