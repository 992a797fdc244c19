#!/bin/sh
# A Slurm of this machine alone, for trying `landfall bench run --on slurm` and for its test.
#
#   scripts/local-slurm.sh start FOLDER     starts slurmctld and slurmd; their files are in FOLDER
#   scripts/local-slurm.sh stop FOLDER
#
# Needs root and Debian's slurm-wlm. Afterwards say `export SLURM_CONF=FOLDER/slurm.conf`. Nobody else is kept out: authentication is off.
set -eu

action=${1:?start or stop}
folder=$(mkdir -p "${2:?a folder}" && cd "$2" && pwd)

start() {
    mkdir -p "$folder/state" "$folder/spool"
    host=$(hostname)
    cores=$(nproc)
    memory=$(awk '/MemTotal/ { print int($2 / 1024 * 0.9) }' /proc/meminfo)
    cat > "$folder/slurm.conf" <<END
ClusterName=local
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/none
CredType=cred/none
SlurmctldPort=16817
SlurmdPort=16818
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=1,bf_interval=1,batch_sched_delay=0
ReturnToService=2
MpiDefault=none
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
NodeName=$host NodeAddr=127.0.0.1 CPUs=$cores RealMemory=$memory State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
    export SLURM_CONF="$folder/slurm.conf"
    slurmctld
    slurmd
    tries=0
    until sinfo --noheader --format=%T 2>/dev/null | grep -q -E 'idle|mixed|allocated'; do
        tries=$((tries + 1))
        [ "$tries" -lt 100 ] || { echo "it does not start; see the logs in $folder" >&2; exit 1; }
        sleep 0.2
    done
    echo "started; now: export SLURM_CONF=$SLURM_CONF"
}

stop() {
    for daemon in slurmd slurmctld; do
        [ ! -f "$folder/$daemon.pid" ] || kill "$(cat "$folder/$daemon.pid")" 2>/dev/null || true
    done
}

case $action in
    start) start ;;
    stop) stop ;;
    *) echo "start or stop?" >&2; exit 2 ;;
esac
