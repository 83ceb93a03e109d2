// The nginx in front of the servers of `npm run cluster`: Debian's, with our own configuration.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const PLACES = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx'];

/** Returns the path of nginx, or undefined. */
export const findNginx = () => PLACES.find((file) => existsSync(file));

/**
 * Sends each request to the server with the fewest connections, without sticky sessions, and skips an unreachable
 * server at once. When a server dies, nginx repeats only harmless requests on another one (it never repeats POST, LOCK
 * and PATCH).
 */
const configurationOf = (folder, { host, port, servers, isRoot }) => `
${isRoot ? 'user root;' : ''}
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
# Streams of events would else hold an old worker for ever after a reload.
worker_shutdown_timeout 10s;
events { worker_connections 4096; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  client_max_body_size 12m;
  server_tokens off;
  upstream dashboard {
    least_conn;
${servers.map((one) => `    server 127.0.0.1:${one} max_fails=1 fail_timeout=1s;`).join('\n')}
    keepalive 64;
  }
  server {
    listen ${host}:${port};
    location / {
      proxy_pass http://dashboard;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_next_upstream error timeout;
      proxy_connect_timeout 2s;
      proxy_read_timeout 60s;
    }
    location = /api/events {
      proxy_pass http://dashboard;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr;
      # An event is passed on when it comes; the beat of each stream comes more often than this.
      proxy_buffering off;
      proxy_read_timeout 120s;
    }
  }
}
`;

/**
 * Starts nginx for these server ports; `use` changes the ports without losing a request. Throws nginx's error output
 * on failure.
 */
export const startNginx = async (program, folder, options) => {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'nginx.conf');
  const isRoot = process.getuid?.() === 0;
  const write = (servers) => writeFileSync(file, configurationOf(folder, { ...options, servers, isRoot }));
  const args = ['-c', file, '-p', folder, '-e', path.join(folder, 'error.log')];
  write(options.servers);
  const tried = spawnSync(program, [...args, '-t', '-q'], { encoding: 'utf8' });
  if (tried.status !== 0) throw new Error(`nginx refuses its configuration: ${tried.stderr.trim()}`);
  const child = spawn(program, [...args, '-g', 'daemon off;'], { stdio: 'inherit', detached: true });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  return {
    use: (servers) => {
      write(servers);
      child.kill('SIGHUP');
    },
    exited,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
};
