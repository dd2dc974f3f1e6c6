import { rmSync, mkdirSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
const root='/work/main';
const { openCluster, startCluster, stopCluster, runningUrl } = await import(root+'/infra/servers/dist/index.js');
const { openDatabase, migrateDatabase } = await import('@funnel/db');
const { recordEvents } = await import('@funnel/ingest');
const { operationOf, runOperation, forgetAnswers } = await import('@funnel/operations');
const { newEvents } = await import(root+'/infra/bench/dist/ingest/events.js');
const { ingestBenchEvents, loadBenchCatalog } = await import(root+'/infra/bench/dist/bench-data.js');
const { benchPrincipal } = await import(root+'/infra/bench/dist/bench-principal.js');
const folder='/tmp/bf/data3'; rmSync(folder,{recursive:true,force:true}); mkdirSync(folder,{recursive:true});
const cluster = await openCluster(folder+'/pg'); await startCluster(cluster);
const url = await runningUrl(folder+'/pg','postgres');
try {
  await migrateDatabase(url);
  await loadBenchCatalog(url,200);
  const db = openDatabase({ url, applicationName:'x', reusePlans:true });
  await ingestBenchEvents(db, folder, {events:200000,campaigns:200,days:365});
  await db.sql.unsafe('vacuum analyze');
  const principal=benchPrincipal(1);
  const ask=()=>runOperation(operationOf('get_website_report'),{database:db,principal,raw:{timeframe:process.argv[2]??'all_time'},now:new Date()});
  for (let i=0;i<60;i++){forgetAnswers(); await ask();}
  let t=performance.now(); for (let i=0;i<300;i++){forgetAnswers(); await ask();} console.log('without', ((performance.now()-t)/300).toFixed(2));
  const sent=newEvents(5000,{websites:1,campaigns:200});
  for (let f=0;f<5000;f+=100) await recordEvents(db,sent.slice(f,f+100),{now:new Date()});
  const session=new Session(); session.connect(); 
  for (let i=0;i<60;i++){await recordEvents(db,newEvents(1,{websites:1,campaigns:200}),{now:new Date()}); await ask();}
  await session.post('Profiler.enable'); await session.post('Profiler.setSamplingInterval',{interval:100}); await session.post('Profiler.start');
  let sum=0; for (let i=0;i<600;i++){await recordEvents(db,newEvents(1,{websites:1,campaigns:200}),{now:new Date()}); t=performance.now(); await ask(); sum+=performance.now()-t;}
  const {profile}=await session.post('Profiler.stop'); writeFileSync('/tmp/bf/y.cpuprofile',JSON.stringify(profile));
  console.log('growing', (sum/600).toFixed(2));
  await db.close();
} finally { await stopCluster(cluster); }
